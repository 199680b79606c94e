/** The limits of the template document; `document.ts` enforces them. */
export const limits = {
  documentBytes: 1_000_000,
  /** Bytes of all images, PDFs and fonts of one template, which are part of every printed file. */
  assetBytes: 64 * 1024 * 1024,
  /** Bytes of the static layer, which repeats what several pages of one PDF share. */
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
  /** Digits before and after the point of a number that an item brings. */
  variableDigits: 13,
  variableDecimals: 6,
  fallbackLength: 200,
  /** A sheet is at most A3, with room for unusual formats. */
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
  /** Carriers' machines misread smaller addresses. */
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
