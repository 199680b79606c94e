declare module 'virtual:sprite' {
  /** The address of the file with all icons. */
  const address: string
  export default address
}
