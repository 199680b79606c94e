import { words as f } from 'words:list-reading'

/** Selectable encodings by frequency. */
export const encodings = [
  'utf-8',
  'windows-1252',
  'macintosh',
  'cp850',
  'cp437',
  'iso-8859-15',
  'windows-1250',
  'iso-8859-2',
  'cp852',
  'mac-ce',
  'windows-1257',
  'windows-1254',
  'iso-8859-9',
  'windows-1253',
  'iso-8859-7',
  'windows-1251',
  'iso-8859-5',
  'koi8-r',
  'koi8-u',
  'cp866',
  'mac-cyrillic',
  'windows-1255',
  'windows-1256',
  'windows-1258',
  'windows-874',
  'shift_jis',
  'euc-jp',
  'gbk',
  'big5',
  'euc-kr',
  'utf-16le',
  'utf-16be',
] as const

/** Returns an encoding's name, or its code if unknown. */
export const nameOfEncoding = (encoding: string): string => {
  const names: Readonly<Record<string, string>> = f().encodings
  return names[encoding.replaceAll('-', '_')] ?? encoding
}
