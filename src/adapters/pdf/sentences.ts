import { sentences, type Writers } from '../../core/kernel/sentences.ts'

export const drawingSentences = sentences({
  'assets_too_large.printed':
    'The printed content of its images, PDFs and fonts has {size} MiB. The limit of a template is {limit}.',
  'image_unsupported.asset': 'The image "{asset}" cannot be printed: {reason}.',
  'file_too_complex.asset': 'The PDF "{asset}" cannot be printed: {reason}.',
  'pdf_unsupported.asset':
    'The PDF "{asset}" cannot be printed: {reason}. Export it again, if possible as PDF/X-4, or print it to a new PDF.',
  image_resolution:
    'The image has {ppi} ppi at this size. Use {good} ppi for sharp print; the minimum is {least}.',
  pdf_stretched:
    'The page of the PDF is {w} × {h} mm and is stretched to {boxW} × {boxH} mm. In its original proportions it would be {fitW} × {fitH} mm here.',
  pdf_scaled:
    'The page of the PDF is {w} × {h} mm and is printed at {percent} % of its size. Export it in the size of the sheet, {sheetW} × {sheetH} mm, or choose a product of its size.',
  'pdf_trim.place':
    'The PDF is cut to {trimW} × {trimH} mm by its trim box, but not where the sheet is cut; crop marks may be printed. Place it at x {x} and y {y} mm, {w} mm wide and {h} mm high.',
  'pdf_trim.size':
    'The PDF is cut to {trimW} × {trimH} mm by its trim box, and the sheet to {sheetW} × {sheetH} mm; crop marks may be printed. Export it in the size of the sheet, without crop marks.',
  'font_not_embeddable.listed': 'The font "{font}" cannot be embedded: {reason}.',
  font_fallback: 'The font "{font}" lacks {characters}. They are printed in {fonts}.',
  'font_weight.static':
    'The font "{font}" has only one weight, so weight {weight} is not available. Remove the weight.',
  'font_weight.range': 'The font "{font}" has weights from {least} to {most}, but not {weight}.',
  sequence_zone_too_small: 'The zone of the sequence number is too small for its barcode.',
  mark_zone_too_small: 'The zone of the sheet mark is too small for its code and text.',
})

/** `the PNG is damaged` → `The PNG is damaged.` */
const whole: Writers = {
  reason: (reason, { case: kind }) => {
    const text = String(reason)
    return kind === 'file' ? `${text.charAt(0).toUpperCase()}${text.slice(1)}.` : text
  },
}

export const inspectionSentences = sentences(
  {
    'pdf_pages.too_many': 'It has {pages} pages; the limit is {limit}.',
    'pdf_pages.several': 'It has {pages} pages. An element shows the page that it refers to.',
    pdf_active_content: 'It contains {content}. Print it to a new PDF and upload that file.',
    'file_too_complex.file': '{reason}',
    'file_too_complex.time': 'Reading it takes more than {seconds} seconds of processor time.',
    'file_too_complex.memory': 'Reading it takes more memory than allowed.',
    'file_too_complex.not_drawn':
      'An image in a PDF on this page is damaged, so the page cannot be drawn. Export the PDF again with its images as JPEG or ZIP.',
    'file_too_complex.font': 'The font has more than {limit} characters.',
    'pdf_encrypted.file': '{reason} Save it without a password or restrictions and upload that file.',
    'pdf_unsupported.file':
      '{reason} Export it again from its original program, if possible as PDF/X-4, or print it to a new PDF.',
    pdf_font_missing:
      'The font "{font}" is not embedded in the PDF. Export it again with embedded fonts, as PDF/X-4 or PDF/A.',
    'pdf_unsupported.page':
      'Page {page} cannot be printed: {reason}. Export the PDF again, if possible as PDF/X-4, or print it to a new PDF.',
    'font_damaged.file': 'The font is damaged. Download it again from its publisher and upload that file.',
    'font_damaged.ends_early': 'The font file is truncated.',
    'font_damaged.ends_in_table': 'The font file is truncated inside its table {table}.',
    'font_damaged.table_missing': 'The font has no {tables} table.',
    'font_damaged.packed': 'The {format} font is damaged.',
    'file_too_complex.font_bytes': 'The font is larger than {limit} MiB when unpacked.',
    'font_collection.choose':
      'The file contains {fonts} fonts: {names}. Upload it again with the number of one of them as `face`.',
    'font_collection.face': 'The file contains {fonts} {fonts:font|fonts}, but no number {face}.',
    'font_damaged.no_letters': 'The font has no visible characters.',
    'font_lacks.latin': 'The font has no Latin letters. Text in them is set in Noto Sans.',
    'font_glyphs.coloured':
      'The font has coloured glyphs. They are printed as outlines in the colour of the text.',
    'font_glyphs.blank': 'The glyphs of {characters} are empty, so text with them has gaps.',
    'font_variable.weights':
      'The font is variable and has weights from {least} to {most} ({weights}). A template chooses one in its list of fonts; otherwise the default is printed.',
    'font_variable.fixed': 'The font is variable. It is printed at the default of each axis.',
    'font_not_embeddable.file': 'The font cannot be embedded. {reason} Choose another font.',
    'font_not_embeddable.woff2': 'WOFF2 fonts are not supported in a browser. Save it as TTF, OTF or WOFF.',
    'image_too_large.file': '{reason}',
    'image_unsupported.file': '{reason}',
    'file_polyglot.pdf': 'The image is also a PDF.',
    'file_polyglot.page': 'The image is also a web page.',
    'file_polyglot.archive': 'The image is also an archive.',
    image_trailer: 'The file continues after the end of the image. The rest is not printed.',
    image_converted: 'The {format} was converted to PNG, which is stored and printed.',
    'image_first_only.tiff': 'The TIFF contains several images. The first one is printed.',
    'image_first_only.frames': 'The AVIF contains several images. The first one is printed.',
    'image_first_only.animation': 'The PNG is animated. Its static image is printed.',
    image_turned:
      'It is printed upright according to its EXIF orientation. Browsers ignore the orientation of a {format} and show the image as stored.',
    image_channels:
      'It has {channels} additional {channels:channel|channels}, which {channels:is|are} not printed.',
    image_crop: 'Its crop is not applied. The whole image is printed.',
    'image_colours.hdr':
      'It is an HDR image ({curve}). It is printed as sRGB and may look flat. Export it as SDR in sRGB for correct colours.',
    'image_colours.unknown':
      'Its colour space ({codes}) is unknown. It is printed as sRGB. Export it in sRGB if its colours look wrong.',
    'image_colours.gray':
      'Its grey tones are printed without applying its gamma. Convert it to sRGB if it looks too light or too dark.',
    'image_colours.inks':
      'It is a CMYK JPEG without Adobe’s marker, so programs disagree on whether its inks are inverted. They are printed as stored. Check its colours, or export it again as PDF.',
    image_profile: 'Its inks are printed as stored. The profile "{profile}" is not applied.',
  },
  whole,
)
