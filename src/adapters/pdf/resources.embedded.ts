/** For the executable: its entries import this first. `bun build` embeds each file and returns its path. */

import noto from '@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf' with { type: 'file' }
import notoItalic from '@expo-google-fonts/noto-sans/400Regular_Italic/NotoSans_400Regular_Italic.ttf' with {
  type: 'file',
}
import notoBold from '@expo-google-fonts/noto-sans/700Bold/NotoSans_700Bold.ttf' with { type: 'file' }
import notoBoldItalic from '@expo-google-fonts/noto-sans/700Bold_Italic/NotoSans_700Bold_Italic.ttf' with {
  type: 'file',
}
import notoArabic from '@expo-google-fonts/noto-sans-arabic/400Regular/NotoSansArabic_400Regular.ttf' with {
  type: 'file',
}
import notoArabicBold from '@expo-google-fonts/noto-sans-arabic/700Bold/NotoSansArabic_700Bold.ttf' with {
  type: 'file',
}
import notoHebrew from '@expo-google-fonts/noto-sans-hebrew/400Regular/NotoSansHebrew_400Regular.ttf' with {
  type: 'file',
}
import notoHebrewBold from '@expo-google-fonts/noto-sans-hebrew/700Bold/NotoSansHebrew_700Bold.ttf' with {
  type: 'file',
}
import pdfium from '@hyzyla/pdfium/pdfium.wasm' with { type: 'file' }
import avif from '@jsquash/avif/codec/dec/avif_dec.wasm' with { type: 'file' }
import webp from '@jsquash/webp/codec/dec/webp_dec.wasm' with { type: 'file' }
import shaping from 'harfbuzzjs/dist/harfbuzz.wasm' with { type: 'file' }
import subset from 'harfbuzzjs/dist/harfbuzz-subset.wasm' with { type: 'file' }
import { provideFiles } from '../platform/node/files.ts'
import { ISOLATED_PROCESS_ARGUMENT } from '../platform/renderer-files.ts'
import fogra29 from './profiles/FOGRA29.icc' with { type: 'file' }
import fogra39 from './profiles/FOGRA39.icc' with { type: 'file' }
import gracol2006 from './profiles/GRACoL2006.icc' with { type: 'file' }
import srgb from './profiles/sRGB.icc' with { type: 'file' }

provideFiles(
  {
    'harfbuzz.wasm': shaping,
    'harfbuzz-subset.wasm': subset,
    'pdfium.wasm': pdfium,
    'webp_dec.wasm': webp,
    'avif_dec.wasm': avif,
    'FOGRA29.icc': fogra29,
    'FOGRA39.icc': fogra39,
    'GRACoL2006.icc': gracol2006,
    'sRGB.icc': srgb,
    'noto-sans': noto,
    'noto-sans-bold': notoBold,
    'noto-sans-italic': notoItalic,
    'noto-sans-bold-italic': notoBoldItalic,
    'noto-sans-hebrew': notoHebrew,
    'noto-sans-hebrew-bold': notoHebrewBold,
    'noto-sans-arabic': notoArabic,
    'noto-sans-arabic-bold': notoArabicBold,
  },
  // Nested paths of worker entries don't work in Bun's executables, so the entry is at their root.
  './worker.mjs',
  ISOLATED_PROCESS_ARGUMENT,
)
