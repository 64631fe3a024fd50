import { KERNEL_BASE64 } from './kernelModule';

/** The functions of src/core/kernel/wasm, over a memory of their own. */
export type KernelFunctions = WebAssembly.Instance['exports'];

let compiled: WebAssembly.Module | undefined;

/** The functions over a memory. They are compiled once a thread. */
export function kernelFunctions(memory: WebAssembly.Memory): KernelFunctions {
  compiled ??= new WebAssembly.Module(Buffer.from(KERNEL_BASE64, 'base64'));
  return new WebAssembly.Instance(compiled, { env: { memory } }).exports;
}

const PAGE_BYTES = 65_536;
/** Arrays begin where a line of the cache does. */
const LINE_BYTES = 64;

/** Lays out arrays in a memory: first all are named with their sizes, then the memory is made. */
export class MemoryLayout {
  private bytes = 0;

  /** @returns the address of an array */
  reserve(bytes: number): number {
    const address = this.bytes;
    this.bytes += Math.ceil(bytes / LINE_BYTES) * LINE_BYTES;
    return address;
  }

  /** A memory with room for all that was reserved; zeros. @param used which nobody needs any more, made so */
  allocate(used?: WebAssembly.Memory): WebAssembly.Memory {
    if (used === undefined) return new WebAssembly.Memory({ initial: Math.ceil(this.bytes / PAGE_BYTES) });
    growTo(used, this.bytes);
    new Uint8Array(used.buffer, 0, this.bytes).fill(0);
    return used;
  }
}

/** Makes room in a memory. @returns whether it has grown: arrays that were laid over it are empty then */
export function growTo(memory: WebAssembly.Memory, bytes: number): boolean {
  const missing = bytes - memory.buffer.byteLength;
  if (missing <= 0) return false;
  memory.grow(Math.ceil(missing / PAGE_BYTES));
  return true;
}
