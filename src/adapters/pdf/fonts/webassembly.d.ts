/** The part of the WebAssembly interface used here; `lib` holds no DOM and Node's types leave it out. */
declare namespace WebAssembly {
  interface Memory {
    readonly buffer: ArrayBuffer
  }
  interface Instance {
    readonly exports: Record<string, unknown>
  }
  function instantiate(bytes: Uint8Array<ArrayBuffer>, imports?: object): Promise<{ instance: Instance }>
}
