import { sentences } from '../../../core/kernel/sentences.ts'

export const imageFaults = sentences({
  'image_fault.not_jpeg': 'the file is not a JPEG',
  'image_fault.jpeg_coding': 'it uses a JPEG coding that PDF does not support',
  'image_fault.jpeg_frame': 'the file has no readable JPEG frame',
  'image_fault.jpeg_bits': 'only JPEGs with 8 bits per component can be printed',
  'image_fault.components': 'it has {components} colour components',
  'image_fault.no_size': 'it has no size',
  'image_fault.megapixels': 'it has more than {limit} megapixels',
  'image_fault.progressive':
    'it is a progressive JPEG with too many pixels, which takes too much memory: save it without "progressive"',
  'image_fault.jpeg_damaged': 'the JPEG is damaged',
  'image_fault.jpeg_ends': 'the JPEG is truncated',
  'image_fault.not_png': 'the file is not a PNG',
  'image_fault.png_palette': 'the PNG has no palette',
  'image_fault.png_ends': 'the PNG is truncated',
  'image_fault.png_picture': 'the PNG contains no image',
  'image_fault.png_damaged': 'the PNG is damaged',
  'image_fault.png_colour': 'the PNG has an unknown colour type',
  'image_fault.png_chunk':
    'the PNG has a chunk of an unknown type ({chunk}): save it again in an image editor',
  'image_fault.side': 'one of its sides has more than {limit} pixels',
  'image_fault.samples': 'its samples take more than {limit} MB',
  'image_fault.interlaced': 'it is interlaced and its samples take more than {limit} MB',
  'image_fault.turned':
    'it is stored rotated or mirrored, and its samples take more than {limit} MB: save it upright',
  'image_fault.damaged': 'the {format} is damaged',
  'image_fault.animated': 'it is an animated WebP: save one of its images as PNG or JPEG',
  'image_fault.converted':
    'its samples take more than {limit} MB, the limit for conversion: save it as JPEG or PNG',
  'image_fault.png_bytes': 'as a PNG it takes more than {limit} MiB: save it as JPEG, or with fewer pixels',
  'image_fault.tiff_coding':
    'its compression ({coding}) is not supported: save it as TIFF with LZW or ZIP, or as PNG',
  'image_fault.tiff_colours':
    'its colours ({colours}) are not supported in a TIFF: save it as JPEG or PDF in these colours, or as RGB',
  'image_fault.tiff_samples':
    'its sample format ({bits} bits) is not supported: save it with 8 or 16 bits per channel, or as PNG',
})
