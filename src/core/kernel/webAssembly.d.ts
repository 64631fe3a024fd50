/**
 * What the kernel uses of WebAssembly, which every host of this program has. Its types come with those of browsers, which would
 * let the rest of the code believe in a window.
 */
declare namespace WebAssembly {
  class Memory {
    constructor(descriptor: { readonly initial: number });
    readonly buffer: ArrayBuffer;
    grow(pages: number): number;
  }

  class Module {
    constructor(bytes: Uint8Array);
  }

  class Instance {
    constructor(module: Module, imports: { readonly env: { readonly memory: Memory } });
    readonly exports: Readonly<Record<string, (...parameters: readonly number[]) => number>>;
  }
}
