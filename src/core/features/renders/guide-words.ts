import type { BoxMm } from '../../kernel/finding.ts'
import type { InvoiceLanguage } from '../../model/billing.ts'
import type { SheetZoneKind } from '../../template/sheet.ts'

/** What the legend of a layout guide says. Measures come as they are written in the language. */
export interface GuideWords {
  mm(value: number): string
  /** Left, top · width × height. */
  box(box: BoxMm): string
  page(page: number): string
  cut(bleed: string): string
  safe(safe: string): string
  noSafe(safe: string): string
  window(box: string, play: string): string
  folds: string
  zones: string
  zone: Readonly<Record<SheetZoneKind, string>>
  remove: string
}

/** Where decimals follow a comma, places are told apart by a semicolon. */
const measures = (locale: string, between: ', ' | '; '): Pick<GuideWords, 'mm' | 'box'> => {
  const format = new Intl.NumberFormat(locale, { maximumFractionDigits: 2, useGrouping: false })
  const mm = (value: number) => format.format(value)
  return { mm, box: ({ x, y, w, h }) => `${mm(x)}${between}${mm(y)} · ${mm(w)} × ${mm(h)}` }
}

export const guideWords: Readonly<Record<InvoiceLanguage, GuideWords>> = {
  en: {
    ...measures('en', ', '),
    page: (page) => `page ${page}`,
    cut: (bleed) => `Magenta: cut. Export with ${bleed} mm of bleed on each side.`,
    safe: (safe) => `Green: keep text ${safe} mm from the cut.`,
    noSafe: (safe) => `Text keeps ${safe} mm from the cut, which leaves no room for it.`,
    window: (box, play) => `Cyan: window ${box}; the piece moves by ${play} mm.`,
    folds: 'Cyan lines across: folds.',
    zones: 'Orange: zones that stay white, in mm: left, top · width × height',
    zone: {
      address: 'Address',
      postage: 'Postage',
      coding: 'Carrier’s code',
      sender: 'Return address',
      sequence: 'Piece number',
      mark: 'Mark of the sheet',
      clear: 'Clear',
    },
    remove: 'Remove this guide before you export.',
  },
  nl: {
    ...measures('nl', '; '),
    page: (page) => `pagina ${page}`,
    cut: (bleed) => `Magenta: snijlijn. Exporteer met ${bleed} mm afloop aan elke kant.`,
    safe: (safe) => `Groen: houd tekst ${safe} mm van de snijlijn.`,
    noSafe: (safe) => `Tekst blijft ${safe} mm van de snijlijn, en daarbinnen is geen ruimte.`,
    window: (box, play) => `Cyaan: venster ${box}; het poststuk schuift ${play} mm.`,
    folds: 'Cyaan, dwars: vouwlijnen.',
    zones: 'Oranje: zones die wit blijven, in mm: links; boven · breedte × hoogte',
    zone: {
      address: 'Adres',
      postage: 'Frankering',
      coding: 'Codering',
      sender: 'Retourregel',
      sequence: 'Stuknummer',
      mark: 'Merk van het vel',
      clear: 'Blijft leeg',
    },
    remove: 'Haal deze hulplijnen weg voordat je exporteert.',
  },
  de: {
    ...measures('de', '; '),
    page: (page) => `Seite ${page}`,
    cut: (bleed) => `Magenta: Schnitt. Mit ${bleed} mm Beschnitt an jeder Seite exportieren.`,
    safe: (safe) => `Grün: Text ${safe} mm vom Schnitt entfernt halten.`,
    noSafe: (safe) => `Text bleibt ${safe} mm vom Schnitt entfernt; dafür ist kein Platz.`,
    window: (box, play) => `Cyan: Fenster ${box}; die Sendung bewegt sich um ${play} mm.`,
    folds: 'Cyan, quer: Falze.',
    zones: 'Orange: Zonen, die weiß bleiben, in mm: links; oben · Breite × Höhe',
    zone: {
      address: 'Adresse',
      postage: 'Frankierung',
      coding: 'Code des Zustellers',
      sender: 'Absender',
      sequence: 'Stücknummer',
      mark: 'Bogenmarke',
      clear: 'Frei',
    },
    remove: 'Diese Hilfslinien vor dem Export entfernen.',
  },
  fr: {
    ...measures('fr', '; '),
    page: (page) => `page ${page}`,
    cut: (bleed) => `Magenta : coupe. Exportez avec ${bleed} mm de fond perdu de chaque côté.`,
    safe: (safe) => `Vert : gardez le texte à ${safe} mm de la coupe.`,
    noSafe: (safe) => `Le texte reste à ${safe} mm de la coupe, ce qui ne lui laisse pas de place.`,
    window: (box, play) => `Cyan : fenêtre ${box} ; le pli bouge de ${play} mm.`,
    folds: 'Cyan, en travers : plis.',
    zones: 'Orange : zones qui restent blanches, en mm : gauche ; haut · largeur × hauteur',
    zone: {
      address: 'Adresse',
      postage: 'Affranchissement',
      coding: 'Code du transporteur',
      sender: 'Adresse de retour',
      sequence: 'Numéro du pli',
      mark: 'Repère de la feuille',
      clear: 'Libre',
    },
    remove: 'Retirez ce gabarit avant d’exporter.',
  },
}
