import { sentences } from '../../../core/kernel/sentences.ts'

/** What is said of a page of a PDF that prints otherwise than it is seen in some program. */
export const flattenSentences = sentences({
  pdf_layers_hidden:
    'Layers that are off, or that are not for print, are not printed: {layers}. If they belong on paper, show them and export the PDF again.',
  'pdf_annotations.printed':
    'Comments and marks lie on the page and are printed with it: {kinds}. If they do not belong on paper, delete them and save the PDF again.',
  'pdf_annotations.screen_only':
    'Marks that a screen shows are not printed, because they are not marked for print: {kinds}. If they belong on paper, print the PDF to a new PDF from the program that shows them.',
  pdf_fields_unframed:
    'Form fields are printed without the frame or background that a viewer draws for them: {fields}. If it belongs on paper, print the form to a new PDF.',
  pdf_fields_unsure:
    'Form fields are printed as the file draws them, which may be older than what is filled in: {fields}. Check the picture, or print the filled form to a new PDF.',
})
