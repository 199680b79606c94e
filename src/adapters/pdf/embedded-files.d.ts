/** Under Bun, `with { type: 'file' }` imports the path of the embedded file. */
declare module '*.ttf' {
  const path: string
  export default path
}
declare module '*.wasm' {
  const path: string
  export default path
}
declare module '*.icc' {
  const path: string
  export default path
}
