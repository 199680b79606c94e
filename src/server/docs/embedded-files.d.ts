/** With `with { type: 'file' }`, Bun returns the path of the embedded file. */
declare module '*.gz' {
  const path: string
  export default path
}
