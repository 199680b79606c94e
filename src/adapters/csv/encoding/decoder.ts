/** Bytes 0x80 to 0xFF of code pages that `TextDecoder` lacks. DOS programs still write them. */
const upperHalves = {
  /** DOS in the United States */
  cp437:
    'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐' +
    '└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00A0',
  /** DOS in Western Europe */
  cp850:
    'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐' +
    '└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00AD±‗¾¶§÷¸°¨·¹³²■\u00A0',
  /** DOS in Central Europe */
  cp852:
    'ÇüéâäůćçłëŐőîŹÄĆÉĹĺôöĽľŚśÖÜŤťŁ×čáíóúĄąŽžĘę¬źČş«»░▒▓│┤ÁÂĚŞ╣║╗╝Żż┐' +
    '└┴┬├─┼Ăă╚╔╩╦╠═╬¤đĐĎËďŇÍÎě┘┌█▄ŢŮ▀ÓßÔŃńňŠšŔÚŕŰýÝţ´\u00AD˝˛ˇ˘§÷¸°¨˙űŘř■\u00A0',
  /** Macintosh in Central Europe */
  'mac-ce':
    'ÄĀāÉĄÖÜáąČäčĆćéŹźĎíďĒēĖóėôöõúĚěü†°Ę£§•¶ß®©™ę¨≠ģĮįĪ≤≥īĶ∂∑łĻļĽľĹĺŅ' +
    'ņŃ¬√ńŇ∆«»…\u00A0ňŐÕőŌ–—“”‘’÷◊ōŔŕŘ‹›řŖŗŠ‚„šŚśÁŤťÍŽžŪÓÔūŮÚůŰűŲųÝýķŻŁżĢˇ',
} as const
type TabledEncoding = keyof typeof upperHalves

/** Labels of encodings that have another name in `TextDecoder`. */
const labels: ReadonlyMap<string, string> = new Map([
  ['cp866', 'ibm866'],
  ['mac-cyrillic', 'x-mac-cyrillic'],
])

/** Decodes a stream of bytes. Invalid bytes become U+FFFD. */
interface StreamDecoder {
  decode(bytes?: Uint8Array, options?: { stream: boolean }): string
}

export const decoderOf = (encoding: string): StreamDecoder =>
  Object.hasOwn(upperHalves, encoding)
    ? tabledDecoder(upperHalves[encoding as TabledEncoding])
    : new TextDecoder(labels.get(encoding) ?? encoding)

/** Each byte becomes an argument of one call, so their number is limited. */
const bytesAtOnce = 8192

const tabledDecoder = (upper: string): StreamDecoder => {
  const codes = Uint16Array.from({ length: 256 }, (_, byte) =>
    byte < 0x80 ? byte : upper.charCodeAt(byte - 0x80),
  )
  return {
    decode(bytes = new Uint8Array(0)) {
      let text = ''
      for (let at = 0; at < bytes.length; at += bytesAtOnce) {
        const part = Uint16Array.from(bytes.subarray(at, at + bytesAtOnce), (byte) => codes[byte]!)
        text += String.fromCharCode(...part)
      }
      return text
    },
  }
}
