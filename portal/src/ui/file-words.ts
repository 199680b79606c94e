import { words } from '../messages/index.svelte.ts'

/** Advice on unusable files. */
export const fileWords = words({
  en: {
    fontsMissing: (fonts: string, count: number) =>
      count === 1
        ? `The PDF names the font ${fonts}, but does not contain it. A press prints no font that is not in the file.`
        : `The PDF names the fonts ${fonts}, but does not contain them. A press prints no font that is not in the file.`,
    chooseFace: (fonts: number) => `The file is a collection of ${fonts} fonts. Choose the one to upload:`,
    faceNumber: (number: number) => `Font ${number}`,
    exportAgain: 'The usual programs write a PDF that can be printed like this:',
    embedFonts: 'Save the PDF again with its fonts embedded, and upload it once more:',
    ways: [
      'Word: File, Save As, PDF; under Options choose PDF/A.',
      'LibreOffice: File, Export as PDF; choose Archive (PDF/A).',
      'InDesign, Illustrator, Affinity and the like: export as PDF/X-4.',
      'Acrobat, for forms and comments: Print, “Adobe PDF” or “Microsoft Print to PDF”, with “Document and Markups”.',
      'Any other program: print it to a new PDF, with “Save as PDF” or “Microsoft Print to PDF”.',
    ],
    notAllowed:
      'If a font’s licence forbids it, turn its texts into outlines in the layout program, or take another font.',
  },
  nl: {
    fontsMissing: (fonts, count) =>
      count === 1
        ? `De pdf noemt het lettertype ${fonts}, maar bevat het niet. Een pers drukt geen lettertype dat niet in het bestand zit.`
        : `De pdf noemt de lettertypen ${fonts}, maar bevat ze niet. Een pers drukt geen lettertype dat niet in het bestand zit.`,
    chooseFace: (fonts) => `Het bestand is een verzameling van ${fonts} lettertypen. Kies welk je uploadt:`,
    faceNumber: (number) => `Lettertype ${number}`,
    exportAgain: 'De gangbare programma’s maken zo een pdf die kan worden gedrukt:',
    embedFonts: 'Sla de pdf opnieuw op met ingesloten lettertypen, en upload hem nog eens:',
    ways: [
      'Word: Bestand, Opslaan als, PDF; kies bij Opties voor PDF/A.',
      'LibreOffice: Bestand, Exporteren als PDF; kies Archief (PDF/A).',
      'InDesign, Illustrator, Affinity en dergelijke: exporteer als PDF/X-4.',
      'Acrobat, voor formulieren en opmerkingen: Afdrukken, ‘Adobe PDF’ of ‘Microsoft Print to PDF’, met ‘Document en markeringen’.',
      'Elk ander programma: druk het af naar een nieuwe pdf, met ‘Bewaar als pdf’ of ‘Microsoft Print to PDF’.',
    ],
    notAllowed:
      'Verbiedt de licentie van een lettertype dat, zet de teksten dan in het opmaakprogramma om naar contouren, of neem een ander lettertype.',
  },
})

/** Returns a PDF's missing fonts from the server's findings. */
export const missingFonts = (
  said: readonly { code: string; params?: Readonly<Record<string, string | number>> | undefined }[],
): string[] =>
  said.flatMap(({ code, params }) => (code === 'pdf_font_missing' && params ? [String(params.font)] : []))

/** Whether another export would fix a PDF. */
export const isPdf = (said: readonly { code: string }[]): boolean =>
  said.some(({ code }) => ['pdf_unsupported', 'pdf_active_content', 'pdf_encrypted'].includes(code))
