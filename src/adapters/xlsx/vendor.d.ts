declare module 'sax' {
  export interface Tag {
    name: string
    attributes: Record<string, string>
  }
  /** A name with its namespace, if `xmlns` is set. */
  export interface QualifiedName {
    name: string
    prefix: string
    local: string
    uri: string
  }
  export interface QualifiedTag extends QualifiedName {
    attributes: Record<string, QualifiedName & { value: string }>
  }
  export interface Parser<OpenTag = Tag> {
    /** 0-based. */
    line: number
    onopentag: (tag: OpenTag) => void
    onclosetag: (name: string) => void
    ontext: (text: string) => void
    oncdata: (text: string) => void
    ondoctype: (doctype: string) => void
    onprocessinginstruction: (instruction: { name: string; body: string }) => void
    onerror: (error: Error) => void
    write(text: string): Parser<OpenTag>
    close(): Parser<OpenTag>
  }
  const sax: {
    parser(strict: boolean, options: { strictEntities: boolean }): Parser
    parser(strict: boolean, options: { strictEntities: boolean; xmlns: true }): Parser<QualifiedTag>
  }
  export default sax
}
