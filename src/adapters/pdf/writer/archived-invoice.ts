import { deflate } from '#platform/zlib'
import type { ArchivedInvoice } from '../../../core/ports/renderer.ts'
import { type Metadata, pdfDate } from './metadata.ts'
import { type PdfWriter, pdfText } from './writer.ts'

/** The file name by which readers find the electronic invoice (Factur-X 1.0, ZUGFeRD 2). */
const fileName = 'factur-x.xml'

/** Properties of the attached file in XMP, with their descriptions. */
const properties: readonly [name: string, value: string, description: string][] = [
  ['DocumentType', 'INVOICE', 'The type of the hybrid document in capital letters'],
  ['DocumentFileName', fileName, 'The name of the embedded XML document'],
  ['Version', '1.0', 'The version of the standard that the embedded XML document follows'],
  ['ConformanceLevel', 'EN 16931', 'The profile of the embedded XML document'],
]

/** Attaches the electronic invoice as an alternative representation and returns its catalogue entries. */
export const attachInvoice = async (
  writer: PdfWriter,
  { language, xml }: ArchivedInvoice,
  { createdAt }: Pick<Metadata, 'createdAt'>,
): Promise<string> => {
  const file = writer.reserve()
  const date = pdfText(pdfDate(createdAt))
  writer.stream(
    file,
    `/Type/EmbeddedFile/Subtype/text#2Fxml/Params<</Size ${xml.length}/CreationDate ${date}/ModDate ${date}>>/Filter/FlateDecode`,
    await deflate(xml),
  )
  const specification = writer.reserve()
  const name = pdfText(fileName)
  writer.object(
    specification,
    `<</Type/Filespec/F ${name}/UF ${name}/Desc(Factur-X)/AFRelationship/Alternative/EF<</F ${file} 0 R/UF ${file} 0 R>>>>`,
  )
  const names = `/Names<</EmbeddedFiles<</Names[${name} ${specification} 0 R]>>>>`
  return `/Lang ${pdfText(language)}/AF[${specification} 0 R]${names}`
}

/** Returns the XMP of an archived invoice: PDF/A-3b, Factur-X, and the extension schema of its properties. */
export const archiveXmp =
  (): string => `<rdf:Description rdf:about="" xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/">
<pdfaid:part>3</pdfaid:part>
<pdfaid:conformance>B</pdfaid:conformance>
</rdf:Description>
<rdf:Description rdf:about="" xmlns:fx="urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#">
${properties.map(([name, value]) => `<fx:${name}>${value}</fx:${name}>`).join('\n')}
</rdf:Description>
<rdf:Description rdf:about=""
 xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/"
 xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#"
 xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#">
<pdfaExtension:schemas><rdf:Bag><rdf:li rdf:parseType="Resource">
<pdfaSchema:schema>Factur-X PDFA Extension Schema</pdfaSchema:schema>
<pdfaSchema:namespaceURI>urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#</pdfaSchema:namespaceURI>
<pdfaSchema:prefix>fx</pdfaSchema:prefix>
<pdfaSchema:property><rdf:Seq>
${properties.map(([name, , description]) => propertyOf(name, description)).join('\n')}
</rdf:Seq></pdfaSchema:property>
</rdf:li></rdf:Bag></pdfaExtension:schemas>
</rdf:Description>`

const propertyOf = (name: string, description: string): string =>
  `<rdf:li rdf:parseType="Resource"><pdfaProperty:name>${name}</pdfaProperty:name><pdfaProperty:valueType>Text</pdfaProperty:valueType><pdfaProperty:category>external</pdfaProperty:category><pdfaProperty:description>${description}</pdfaProperty:description></rdf:li>`
