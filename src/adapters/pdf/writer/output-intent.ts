import type { PartInput } from '../../../core/ports/renderer.ts'
import { type ResourceName, resourceNames } from '../../platform/renderer-files.ts'
import { deflated, deflatedResource } from '../resources.ts'
import { type PdfWriter, pdfText } from './writer.ts'

/** Writes the ICC profile of a part's sheet and returns the output intent that refers to it. */
export const writeOutputIntent = async (
  writer: PdfWriter,
  { sheet, profile }: Pick<PartInput, 'sheet' | 'profile'>,
  purpose: 'press' | 'archive',
): Promise<string> => {
  const condition = sheet.colourProfile
  const id = writer.reserve()
  const bytes = await (profile ? deflated(profile) : builtInProfile(condition))
  writer.stream(id, '/N 4/Alternate/DeviceCMYK/Filter/FlateDecode', bytes)
  const label = pdfText(condition)
  const kind = purpose === 'press' ? 'GTS_PDFX' : 'GTS_PDFA1'
  return `<</Type/OutputIntent/S/${kind}/OutputConditionIdentifier ${label}/OutputCondition ${label}/Info ${label}/RegistryName(http://www.color.org)/DestOutputProfile ${id} 0 R>>`
}

const builtInProfile = (condition: string): Promise<Uint8Array> => {
  const name = `${condition}.icc` as ResourceName
  if (!resourceNames.includes(name)) throw new Error(`There is no ICC profile ${condition}`)
  return deflatedResource(name)
}
