import { pdfText } from './writer.ts'

/** Press is PDF/X-4, archive PDF/A-3b; rasterising needs neither a colour profile nor compression. */
export type Purpose = 'press' | 'archive' | 'pixels'

export interface Metadata {
  title: string
  producer: string
  createdAt: number
}

const pad = (value: number): string => String(value).padStart(2, '0')

export const pdfDate = (time: number): string => {
  const date = new Date(time)
  const day = `${date.getUTCFullYear()}${pad(date.getUTCMonth() + 1)}${pad(date.getUTCDate())}`
  return `D:${day}${pad(date.getUTCHours())}${pad(date.getUTCMinutes())}${pad(date.getUTCSeconds())}Z`
}

/** PDF/X and PDF/A require the same facts in the information dictionary and in XMP. */
export const informationDictionary = (metadata: Metadata, purpose: Purpose = 'press'): string => {
  const date = pdfText(pdfDate(metadata.createdAt))
  const producer = pdfText(metadata.producer)
  return `<</Title ${pdfText(metadata.title)}/Creator(Lettershop)/Producer ${producer}/CreationDate ${date}/ModDate ${date}${
    purpose === 'press' ? '/Trapped/False/GTS_PDFXVersion(PDF/X-4)' : ''
  }>>`
}

const forPress = `<pdf:Trapped>False</pdf:Trapped>
<pdfxid:GTS_PDFXVersion>PDF/X-4</pdfxid:GTS_PDFXVersion>
`

const xml = (text: string): string => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)

/** `further` is additional XMP of an archived file, which then has no PDF/X entries. */
export const xmpPacket = (metadata: Metadata, id: string, further?: string): string => {
  const date = `${new Date(metadata.createdAt).toISOString().slice(0, 19)}Z`
  return `<?xpacket begin="\uFEFF" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/">
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about=""
 xmlns:dc="http://purl.org/dc/elements/1.1/"
 xmlns:xmp="http://ns.adobe.com/xap/1.0/"
 xmlns:xmpMM="http://ns.adobe.com/xap/1.0/mm/"
 xmlns:pdf="http://ns.adobe.com/pdf/1.3/"${further === undefined ? '\n xmlns:pdfxid="http://www.npes.org/pdfx/ns/id/"' : ''}>
<dc:format>application/pdf</dc:format>
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">${xml(metadata.title)}</rdf:li></rdf:Alt></dc:title>
<xmp:CreatorTool>Lettershop</xmp:CreatorTool>
<xmp:CreateDate>${date}</xmp:CreateDate>
<xmp:ModifyDate>${date}</xmp:ModifyDate>
<xmp:MetadataDate>${date}</xmp:MetadataDate>
<xmpMM:DocumentID>uuid:${id}</xmpMM:DocumentID>
<xmpMM:VersionID>1</xmpMM:VersionID>
<xmpMM:RenditionClass>default</xmpMM:RenditionClass>
<pdf:Producer>${xml(metadata.producer)}</pdf:Producer>
${further === undefined ? forPress : ''}</rdf:Description>
${further === undefined ? '' : `${further}\n`}</rdf:RDF>
</x:xmpmeta>
<?xpacket end="w"?>`
}
