/** Every limit of the template document in one place; `document.ts` enforces them, the docs print them. */
export const limits = {
  documentBytes: 1_000_000,
  /** Of all images, PDFs and fonts of one template: they travel with every part that is printed. */
  assetBytes: 64 * 1024 * 1024,
  /** Of the static layer that is made of them: what several pages of one PDF share is in it several times. */
  layerBytes: 128 * 1024 * 1024,
  pages: 16,
  elementsPerPage: 200,
  fonts: 8,
  colours: 32,
  variables: 100,
  textLength: 10_000,
  qrContentLength: 1_000,
  nameLength: 40,
  idLength: 64,
  variableMaxLength: 2_000,
  fallbackLength: 200,
  /** A sheet is at most A3 with room for odd formats. */
  trimMinMm: 30,
  trimMaxMm: 500,
  bleedMaxMm: 10,
  safeMaxMm: 25,
  /** Elements may lie a little outside the trim (bleed), never further than this. */
  positionMinMm: -20,
  positionMaxMm: 520,
  sizeMinMm: 0.05,
  fontSizeMinPt: 4,
  fontSizeMaxPt: 300,
  /** Machines of the carriers misread smaller addresses. */
  addressMinPt: 8,
  lineHeightMin: 0.8,
  lineHeightMax: 3,
  strokeMinMm: 0.05,
  strokeMaxMm: 20,
  qrSizeMinMm: 8,
  qrSizeMaxMm: 200,
  qrQuietZoneMaxModules: 16,
  /** Below this module size phone cameras begin to fail on uncoated paper. */
  qrModuleMinMm: 0.4,
  /** ISO/IEC 18004: four modules of white on every side. */
  qrQuietZoneMinModules: 4,
  imageErrorPpi: 150,
  imageWarningPpi: 300,
} as const
