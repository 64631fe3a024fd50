/**
 * The part of WebAssembly that the kernel uses. TypeScript declares it only in its types of browsers, which would also declare
 * `window` and `document` for the rest of the code.
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
