import { sentences } from '../../../core/kernel/sentences.ts'

/** Warnings about PDF pages that print differently from what a viewer shows. */
export const flattenSentences = sentences({
  pdf_layers_hidden:
    'Layers that are hidden or not for print are not printed: {layers}. To print them, show them and export the PDF again.',
  'pdf_annotations.printed':
    'Comments and other annotations are printed with the page: {kinds}. If they should not be printed, delete them and save the PDF again.',
  'pdf_annotations.screen_only':
    'Annotations that are visible on screen are not printed, because they are not marked for print: {kinds}. To print them, print the PDF to a new PDF from the program that shows them.',
  pdf_fields_unframed:
    'Form fields are printed without the frame or background that a viewer draws for them: {fields}. To include it, print the form to a new PDF.',
  pdf_fields_unsure:
    'Form fields are printed with the appearance stored in the file, which may be older than their value: {fields}. Check the preview, or print the filled form to a new PDF.',
})
