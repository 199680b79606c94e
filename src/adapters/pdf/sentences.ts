import { sentences, type Writers } from '../../core/kernel/sentences.ts'

/** What is found of the files that a template prints. */
export const drawingSentences = sentences({
  'assets_too_large.printed':
    'What it prints of its images, PDFs and fonts has {size} MiB; a template holds {limit}.',
  'image_unsupported.asset': 'The image "{asset}" cannot be printed: {reason}.',
  'file_too_complex.asset': 'The PDF "{asset}" cannot be printed: {reason}.',
  'pdf_unsupported.asset':
    'The PDF "{asset}" cannot be printed: {reason}. Export it again, as PDF/X-4 where that is offered, or print it to a new PDF.',
  image_resolution: 'The image has {ppi} ppi at this size; {good} print sharply, {least} are the least.',
  pdf_stretched:
    'The page of the PDF is {w} × {h} mm and is stretched to {boxW} × {boxH} mm. In its own proportions it is {fitW} × {fitH} mm here.',
  pdf_scaled:
    'The page of the PDF is {w} × {h} mm and is printed at {percent} % of its size. Export it in the size of the sheet, {sheetW} × {sheetH} mm, or choose a product of its size.',
  'pdf_trim.place':
    'The PDF is cut to {trimW} × {trimH} mm by its trim box, but not where the sheet is cut; crop marks may be printed. Place it at x {x} and y {y} mm, {w} mm wide and {h} mm high.',
  'pdf_trim.size':
    'The PDF is cut to {trimW} × {trimH} mm by its trim box, and the sheet to {sheetW} × {sheetH} mm; crop marks may be printed. Export it in the size of the sheet, without crop marks.',
  'font_not_embeddable.listed': 'The font "{font}" cannot be embedded: {reason}.',
  font_fallback: 'The font "{font}" lacks {characters}. They are printed in {fonts}.',
  'font_weight.static':
    'The font "{font}" has one weight only, so that the weight {weight} cannot be chosen. Choose none.',
  'font_weight.range': 'The font "{font}" has weights from {least} to {most}; {weight} is none of them.',
  sequence_zone_too_small: 'The zone of the sequence number is too small for its barcode.',
  mark_zone_too_small: 'The zone of the sheet’s mark is too small for its code and the figures beside it.',
})

/** `the PNG is damaged` → `The PNG is damaged.` */
const whole: Writers = {
  reason: (reason, { case: kind }) => {
    const text = String(reason)
    return kind === 'file' ? `${text.charAt(0).toUpperCase()}${text.slice(1)}.` : text
  },
}

/** What is found of an uploaded picture, PDF or font. */
export const inspectionSentences = sentences(
  {
    'pdf_pages.too_many': 'It has {pages} pages; at most {limit} are taken.',
    'pdf_pages.several': 'It has {pages} pages; an element shows the one that it names.',
    pdf_active_content: 'It contains {content}. Print it to a new PDF, and upload that file.',
    'file_too_complex.file': '{reason}',
    'file_too_complex.time': 'It could not be read with {seconds} seconds of processor time.',
    'file_too_complex.memory': 'It could not be read with the memory that a file may use.',
    'file_too_complex.not_drawn':
      'A picture in a PDF on this page is damaged, so that the page cannot be drawn. Export the PDF again with its pictures as JPEG or ZIP.',
    'file_too_complex.font': 'The font names more than {limit} characters.',
    'pdf_encrypted.file':
      '{reason} Save it without a password and without restrictions, and upload that file.',
    'pdf_unsupported.file':
      '{reason} Export it again from the program that made it, as PDF/X-4 where that is offered, or print it to a new PDF.',
    pdf_font_missing:
      'The font "{font}" is not in the PDF. Export it again with its fonts embedded, as PDF/X-4 or PDF/A.',
    'pdf_unsupported.page':
      'Page {page} cannot be printed: {reason}. Export the PDF again, as PDF/X-4 where that is offered, or print it to a new PDF.',
    'font_damaged.file':
      'The font is damaged. Get it again from where it is published, and upload that file.',
    'font_damaged.ends_early': 'The font ends too early.',
    'font_damaged.ends_in_table': 'The font ends within its table {table}.',
    'font_damaged.table_missing': 'The font has no table {tables}.',
    'font_damaged.packed': 'The {format} font is damaged.',
    'file_too_complex.font_bytes': 'The font takes more than {limit} MiB once it is unpacked.',
    'font_collection.choose':
      'The file holds {fonts} fonts: {names}. Upload it again with the number of one of them as `face`.',
    'font_collection.face': 'The file holds {fonts} {fonts:font|fonts}; there is no number {face}.',
    'font_damaged.no_letters': 'The font has no characters that leave ink.',
    'font_lacks.latin': 'The font has no Latin letters. Text in them is set in Noto Sans.',
    'font_glyphs.coloured':
      'The font has coloured glyphs. They are printed as outlines in the colour of the text.',
    'font_glyphs.blank': 'The font draws nothing for {characters}. Text with them has gaps.',
    'font_variable.weights':
      'The font is variable: it has weights from {least} to {most} ({weights}). A template chooses a weight where it lists the font; without one, the default is printed.',
    'font_variable.fixed': 'The font is variable. It is printed at the default of each axis.',
    'font_not_embeddable.file': 'The font cannot be embedded. {reason} Choose another font.',
    'font_not_embeddable.woff2': 'A font as WOFF2 is not read in a browser. Save it as TTF, OTF or WOFF.',
    'image_too_large.file': '{reason}',
    'image_unsupported.file': '{reason}',
    'file_polyglot.pdf': 'The picture is a PDF at the same time.',
    'file_polyglot.page': 'The picture is a web page at the same time.',
    'file_polyglot.archive': 'The picture is an archive at the same time.',
    image_trailer: 'The file continues after the end of the picture. The rest is not printed.',
    image_converted: 'The {format} is converted to PNG, which is stored and printed.',
    'image_first_only.tiff': 'The TIFF holds several pictures. The first one is printed.',
    'image_first_only.frames': 'The AVIF holds several pictures. The first one is printed.',
    'image_first_only.animation': 'The PNG is animated. Its still picture is printed.',
    image_turned:
      'It is printed upright, as its EXIF block says. Browsers ignore that in a {format} and show it as it is stored.',
    image_channels:
      'It has {channels} {channels:channel|channels} besides its colours, which {channels:is|are} not printed.',
    image_crop: 'It names a crop that is not applied: the whole picture is printed.',
    'image_colours.hdr':
      'It is an HDR picture ({curve}). It is printed as if it were sRGB, and may look flat. Export it as SDR in sRGB for its right colours.',
    'image_colours.unknown':
      'Its colour space ({codes}) is not known. It is printed as if it were sRGB. Export it in sRGB if its colours look wrong.',
    'image_colours.gray':
      'Its grey tones are printed unchanged: the gamma that it names is not applied. Convert it to sRGB if it looks too light or too dark.',
    'image_colours.inks':
      'It is a CMYK JPEG without the marker of Adobe, so programs disagree on whether its inks are stored inverted. They are printed as they are stored. Check its colours, or export it again as PDF.',
    image_profile: 'Its inks are printed as they are: the profile "{profile}" is not applied.',
  },
  whole,
)
