/** Limits of template documents and their files. */
export const limits = {
  documentBytes: 1_000_000,
  /** All images, PDFs and fonts of a template, which are part of every printed file. */
  assetBytes: 64 * 1024 * 1024,
  /** The static layer, which repeats what several pages of a PDF share. */
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
  /** Labels of merge fields, names and groups of elements. */
  labelLength: 80,
  variableMaxLength: 2_000,
  /** Digits of a number before the point. */
  variableDigits: 13,
  variableDecimals: 6,
  fallbackLength: 200,
  /** Up to A3, with room for unusual formats. */
  trimMinMm: 30,
  trimMaxMm: 500,
  bleedMaxMm: 10,
  safeMaxMm: 25,
  /** Elements may extend into the bleed, but no further than this. */
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
  /** Phone cameras start to fail below this module size on uncoated paper. */
  qrModuleMinMm: 0.4,
  /** Four white modules on each side (ISO/IEC 18004). */
  qrQuietZoneMinModules: 4,
  imageErrorPpi: 150,
  imageWarningPpi: 300,
} as const
