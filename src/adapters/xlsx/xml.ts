import sax from 'sax'
import { refused, shown, workbookSentence } from './refused.ts'

export type Attributes = Readonly<Record<string, string>>

/** Receives the parts of a document in order. Names have no prefix. */
export interface XmlReader {
  open(name: string, attributes: Attributes): void
  close(name: string): void
  text(text: string): void
}

/**
 * Reads XML chunk by chunk and yields after each. Throws `WorkbookRefused` if the document is empty, not
 * well-formed, badly encoded, nested deeper than `depth`, or declares a document type (it may add entities).
 */
export async function* readXml(
  name: string,
  chunks: AsyncIterable<Uint8Array>,
  reader: XmlReader,
  depth: number,
): AsyncGenerator<void> {
  const parser = sax.parser(true, { strictEntities: true })
  let open = 0
  let isEmpty = true
  parser.onopentag = (tag) => {
    if (++open > depth) throw refused(workbookSentence('file_too_complex.deep', { part: shown(name) }))
    isEmpty = false
    reader.open(localOf(tag.name), tag.attributes)
  }
  parser.onclosetag = (tag) => {
    open--
    reader.close(localOf(tag))
  }
  parser.ontext = (text) => reader.text(text)
  parser.oncdata = (text) => reader.text(text)
  parser.ondoctype = () => {
    throw refused(workbookSentence('xlsx_unsupported.document_type', { part: shown(name) }))
  }
  parser.onerror = () => {
    throw refused(workbookSentence('xlsx_damaged.xml', { part: shown(name) }))
  }
  let decoder: InstanceType<typeof TextDecoder> | undefined
  for await (const chunk of chunks) {
    decoder ??= new TextDecoder(encodingOf(chunk), { fatal: true })
    parser.write(decoded(name, decoder, chunk))
    yield
  }
  parser.write(decoded(name, decoder ?? new TextDecoder()))
  parser.close()
  if (isEmpty) throw refused(workbookSentence('xlsx_damaged.part_empty', { part: shown(name) }))
  yield
}

const localOf = (name: string): string => name.slice(name.indexOf(':') + 1)

/** Returns the value of an attribute by its local name, whatever its prefix (`r:id`). */
export const prefixed = (attributes: Attributes, name: string): string | undefined => {
  const key = Object.keys(attributes).find((own) => own.endsWith(`:${name}`))
  return key === undefined ? undefined : attributes[key]
}

/** XML is UTF-8, or UTF-16 with a byte order mark. */
const encodingOf = (head: Uint8Array): string =>
  head[0] === 0xff && head[1] === 0xfe
    ? 'utf-16le'
    : head[0] === 0xfe && head[1] === 0xff
      ? 'utf-16be'
      : 'utf-8'

const decoded = (name: string, decoder: InstanceType<typeof TextDecoder>, chunk?: Uint8Array): string => {
  try {
    return chunk ? decoder.decode(chunk, { stream: true }) : decoder.decode()
  } catch {
    throw refused(workbookSentence('xlsx_damaged.text', { part: shown(name) }))
  }
}
