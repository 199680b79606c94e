/**
 * An XML element: attributes, then either text or children. Names carry their prefix, which the root
 * declares.
 */
export interface XmlElement {
  name: string
  attributes?: Readonly<Record<string, string>>
  text?: string
  children?: readonly XmlElement[]
}

/** Writes XML 1.0 documents; their content is decided by the core. */
export interface Xml {
  /**
   * The document in UTF-8, with declaration. Text is escaped; characters that XML cannot hold are left out.
   */
  write(root: XmlElement): Promise<string>
}
