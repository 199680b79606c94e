declare module '@sealsystems/ipp' {
  interface Ipp {
    serialize(message: object): Buffer
    parse(bytes: Buffer): Record<string, unknown>
  }
  const ipp: Ipp
  export default ipp
}
