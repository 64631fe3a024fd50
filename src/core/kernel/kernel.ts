import { KERNEL_BASE64 } from './kernelModule';

/** The exported functions of src/core/kernel/wasm, bound to one memory. */
export type KernelFunctions = WebAssembly.Instance['exports'];

let compiled: WebAssembly.Module | undefined;

/** Binds the functions to a memory. The module is compiled once a thread. */
export function kernelFunctions(memory: WebAssembly.Memory): KernelFunctions {
  compiled ??= new WebAssembly.Module(Buffer.from(KERNEL_BASE64, 'base64'));
  return new WebAssembly.Instance(compiled, { env: { memory } }).exports;
}

const PAGE_BYTES = 65_536;
/** Arrays are aligned to cache lines. */
const LINE_BYTES = 64;

/** Lays out arrays in a memory: reserve all of them first, then allocate the memory. */
export class MemoryLayout {
  private bytes = 0;

  /** @returns the address of an array */
  reserve(bytes: number): number {
    const address = this.bytes;
    this.bytes += Math.ceil(bytes / LINE_BYTES) * LINE_BYTES;
    return address;
  }

  /** A zeroed memory for all reserved arrays. @param used a released memory to grow and reuse */
  allocate(used?: WebAssembly.Memory): WebAssembly.Memory {
    if (used === undefined) return new WebAssembly.Memory({ initial: Math.ceil(this.bytes / PAGE_BYTES) });
    growTo(used, this.bytes);
    new Uint8Array(used.buffer, 0, this.bytes).fill(0);
    return used;
  }
}

/** Grows a memory to at least `bytes`. @returns whether it has grown, which detaches the views of it */
export function growTo(memory: WebAssembly.Memory, bytes: number): boolean {
  const missing = bytes - memory.buffer.byteLength;
  if (missing <= 0) return false;
  memory.grow(Math.ceil(missing / PAGE_BYTES));
  return true;
}
