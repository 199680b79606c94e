declare module 'sax' {
  export interface Tag {
    name: string
    attributes: Record<string, string>
  }
  export interface Parser {
    onopentag: (tag: Tag) => void
    onclosetag: (name: string) => void
    ontext: (text: string) => void
    oncdata: (text: string) => void
    ondoctype: (doctype: string) => void
    onerror: (error: Error) => void
    write(text: string): Parser
    close(): Parser
  }
  const sax: { parser(strict: boolean, options: { strictEntities: boolean }): Parser }
  export default sax
}
