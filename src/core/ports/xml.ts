/** Attributes, then either text or children. Names include their prefix, which the root declares. */
export interface XmlElement {
  name: string
  attributes?: Readonly<Record<string, string>>
  text?: string
  children?: readonly XmlElement[]
}

/** Writes XML 1.0 documents. */
export interface Xml {
  /** UTF-8, with declaration. Text is escaped; characters that XML can't represent are omitted. */
  write(root: XmlElement): Promise<string>
}
