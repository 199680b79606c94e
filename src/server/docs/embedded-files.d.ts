/** What `with { type: 'file' }` gives under bun: the path of the embedded file. */
declare module '*.gz' {
  const path: string
  export default path
}
