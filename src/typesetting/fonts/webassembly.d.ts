/** The part of the WebAssembly interface used here: `lib` excludes the DOM, and Node's types omit it. */
declare namespace WebAssembly {
  interface Memory {
    readonly buffer: ArrayBuffer
    /** Grows by pages of 64 KiB. Throws if the memory isn't available. */
    grow(pages: number): number
  }
  interface Table {
    grow(by: number): number
    set(index: number, value: unknown): void
  }
  interface Instance {
    readonly exports: Record<string, unknown>
  }
  var Instance: new (module: Module, imports?: object) => Instance
  interface Module {
    readonly [Symbol.toStringTag]: 'WebAssembly.Module'
  }
  var Module: new (bytes: Uint8Array<ArrayBuffer>) => Module
  function compile(bytes: Uint8Array<ArrayBuffer>): Promise<Module>
  function instantiate(bytes: Uint8Array<ArrayBuffer>, imports?: object): Promise<{ instance: Instance }>
  function instantiate(module: Module, imports?: object): Promise<Instance>
}
