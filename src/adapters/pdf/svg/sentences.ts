import { sentences } from '../../../core/kernel/sentences.ts'

export const drawingFaults = sentences({
  'drawing_damaged.xml': 'Line {line}: the SVG is not well-formed ({detail}).',
  'drawing_damaged.encoding': 'The SVG is not encoded in UTF-8. Save it again as UTF-8.',
  'drawing_damaged.no_svg': 'The file does not start with an <svg> element.',
  'drawing_damaged.size':
    'Line {line}: the SVG has no valid size. Give it a width and a height, or a viewBox, of at most {limit} mm.',
  'drawing_damaged.attribute': 'Line {line}: "{value}" is not valid for {name}.',
  'drawing_damaged.empty': 'The SVG draws nothing.',
  'drawing_unsupported.element':
    'Line {line}: <{name}> is not supported. Export the drawing as a PDF instead.',
  'drawing_unsupported.text':
    'Line {line}: text is not supported. Convert it to outlines, or export the drawing as a PDF.',
  'drawing_unsupported.image':
    'Line {line}: images in an SVG are not supported. Upload the image as PNG or JPEG, or export the drawing as a PDF.',
  'drawing_unsupported.paint':
    'Line {line}: gradients and patterns are not supported ({value}). Use plain colours, or export the drawing as a PDF.',
  'drawing_unsupported.property':
    'Line {line}: {name} "{value}" is not supported. Export the drawing as a PDF instead.',
  'drawing_unsupported.selector':
    'Line {line}: the selector "{value}" is not supported. Export the SVG with presentation attributes.',
  'drawing_unsupported.reference': 'Line {line}: "{value}" does not refer to an element of the file.',
  'drawing_unsupported.stylesheet':
    'Line {line}: external style sheets are not supported ({value}). Export the SVG with presentation attributes.',
  'drawing_unsupported.entities':
    'Line {line}: entities are not supported. Export the SVG without data of the drawing program.',
  'file_too_complex.drawing': 'The SVG draws more than {limit} elements.',
  'file_too_complex.depth': 'The SVG nests elements more than {limit} levels deep.',
})
