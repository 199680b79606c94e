/** Names of the files that the renderer reads; `#platform/files` locates them. */
export const resourceNames = [
  'harfbuzz.wasm',
  'harfbuzz-subset.wasm',
  'pdfium.wasm',
  'webp_dec.wasm',
  'avif_dec.wasm',
  'FOGRA29.icc',
  'FOGRA39.icc',
  'GRACoL2006.icc',
  'sRGB.icc',
  'noto-sans',
  'noto-sans-bold',
  'noto-sans-italic',
  'noto-sans-bold-italic',
  'noto-sans-hebrew',
  'noto-sans-hebrew-bold',
  'noto-sans-arabic',
  'noto-sans-arabic-bold',
] as const
export type ResourceName = (typeof resourceNames)[number]

const fonts = '@expo-google-fonts'
/** Where each file is in its package; a leading dot means next to the PDF adapter. */
export const packagedResources: Readonly<Record<ResourceName, string>> = {
  'harfbuzz.wasm': 'harfbuzzjs/dist/harfbuzz.wasm',
  'harfbuzz-subset.wasm': 'harfbuzzjs/dist/harfbuzz-subset.wasm',
  'pdfium.wasm': '@hyzyla/pdfium/pdfium.wasm',
  'webp_dec.wasm': '@jsquash/webp/codec/dec/webp_dec.wasm',
  'avif_dec.wasm': '@jsquash/avif/codec/dec/avif_dec.wasm',
  'FOGRA29.icc': './profiles/FOGRA29.icc',
  'FOGRA39.icc': './profiles/FOGRA39.icc',
  'GRACoL2006.icc': './profiles/GRACoL2006.icc',
  'sRGB.icc': './profiles/sRGB.icc',
  'noto-sans': `${fonts}/noto-sans/400Regular/NotoSans_400Regular.ttf`,
  'noto-sans-bold': `${fonts}/noto-sans/700Bold/NotoSans_700Bold.ttf`,
  'noto-sans-italic': `${fonts}/noto-sans/400Regular_Italic/NotoSans_400Regular_Italic.ttf`,
  'noto-sans-bold-italic': `${fonts}/noto-sans/700Bold_Italic/NotoSans_700Bold_Italic.ttf`,
  'noto-sans-hebrew': `${fonts}/noto-sans-hebrew/400Regular/NotoSansHebrew_400Regular.ttf`,
  'noto-sans-hebrew-bold': `${fonts}/noto-sans-hebrew/700Bold/NotoSansHebrew_700Bold.ttf`,
  'noto-sans-arabic': `${fonts}/noto-sans-arabic/400Regular/NotoSansArabic_400Regular.ttf`,
  'noto-sans-arabic-bold': `${fonts}/noto-sans-arabic/700Bold/NotoSansArabic_700Bold.ttf`,
}

export const resourceFileName = (name: ResourceName): string => packagedResources[name].split('/').at(-1)!

/** Makes the executable run as the isolated process that reads untrusted files. No command has this name. */
export const ISOLATED_PROCESS_ARGUMENT = '--isolated-process-for-untrusted-files'
