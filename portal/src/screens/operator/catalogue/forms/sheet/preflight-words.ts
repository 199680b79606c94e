import { words } from '../../../../../messages/index.svelte.ts'

/** Texts of preflight rules. */
export const w = words({
  en: {
    title: (own: number) =>
      own === 0
        ? 'What is looked at before printing'
        : `What is looked at before printing (${own} other than usual)`,
    text: 'What happens to a design that has this when it is published. Designs that were published before stay as they are.',
    severities: { error: 'refused', warning: 'only a warning', off: 'not looked at' },
    usual: (word: string) => `${word} (usual)`,
    rules: {
      ink_total: 'More ink than the paper takes',
      small_text_inks: 'Text under 5 pt in several inks',
      hairline: 'Lines under 0.1 mm',
      white_overprint: 'White in a PDF that overprints',
      bleed_missing: 'A page of a PDF without bleed',
      small_text_tint: 'Text under 6 pt in a tint',
      rich_black: 'Black text or lines of four inks',
      rgb_object: 'Screen colours (RGB) in a PDF',
      rgb_image: 'Pictures in screen colours (RGB)',
      low_resolution: 'Pictures under 150 ppi in a PDF',
      transparency_space: 'Transparency in screen colours',
    },
  },
  nl: {
    title: (own) =>
      own === 0
        ? 'Waarop wordt gelet vóór het drukken'
        : `Waarop wordt gelet vóór het drukken (${own} afwijkend)`,
    text: 'Wat er bij het publiceren gebeurt met een ontwerp dat dit heeft. Ontwerpen die al gepubliceerd zijn, blijven zoals ze zijn.',
    severities: { error: 'geweigerd', warning: 'alleen een waarschuwing', off: 'niet bekeken' },
    usual: (word) => `${word} (standaard)`,
    rules: {
      ink_total: 'Meer inkt dan het papier neemt',
      small_text_inks: 'Tekst onder 5 pt in meer inkten',
      hairline: 'Lijnen onder 0,1 mm',
      white_overprint: 'Wit in een pdf dat overdrukt',
      bleed_missing: 'Een pagina van een pdf zonder afloop',
      small_text_tint: 'Tekst onder 6 pt in een tint',
      rich_black: 'Zwarte tekst of lijnen van vier inkten',
      rgb_object: 'Schermkleuren (RGB) in een pdf',
      rgb_image: 'Afbeeldingen in schermkleuren (RGB)',
      low_resolution: 'Afbeeldingen onder 150 ppi in een pdf',
      transparency_space: 'Doorzichtigheid in schermkleuren',
    },
  },
})
