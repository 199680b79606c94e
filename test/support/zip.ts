import { crc32 } from 'node:zlib'

/**
 * Reads a ZIP of uncompressed files by its directory, as unpackers do. Throws if a size, an offset or a
 * checksum is wrong.
 */
export const readZip = (bytes: Uint8Array): Map<string, Uint8Array> => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const end = bytes.length - 22
  if (view.getUint32(end, true) !== 0x06054b50) throw new Error('The end of the directory is missing.')
  const files = new Map<string, Uint8Array>()
  let at = view.getUint32(end + 16, true)
  for (let count = view.getUint16(end + 10, true); count > 0; count--) {
    if (view.getUint32(at, true) !== 0x02014b50) throw new Error('An entry of the directory is missing.')
    const [sum, size] = [view.getUint32(at + 16, true), view.getUint32(at + 24, true)]
    const [nameLength, extraLength] = [view.getUint16(at + 28, true), view.getUint16(at + 30, true)]
    const offset = view.getUint32(at + 42, true)
    const name = new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + nameLength))
    if (view.getUint32(offset, true) !== 0x04034b50) throw new Error(`${name} is not where it should be.`)
    const start = offset + 30 + view.getUint16(offset + 26, true) + view.getUint16(offset + 28, true)
    const content = bytes.subarray(start, start + size)
    if (crc32(content) !== sum) throw new Error(`The sum of ${name} is wrong.`)
    if (view.getUint32(start + size, true) !== 0x08074b50) throw new Error(`${name} ends elsewhere.`)
    files.set(name, content)
    at += 46 + nameLength + extraLength
  }
  if (at !== end) throw new Error('The directory ends elsewhere.')
  return files
}
