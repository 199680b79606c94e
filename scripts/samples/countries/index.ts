import type { Country } from '../shape.ts'
import { at } from './at.ts'
import { be } from './be.ts'
import { ch } from './ch.ts'
import { de } from './de.ts'
import { fr } from './fr.ts'
import { gb } from './gb.ts'
import { nl } from './nl.ts'
import { us } from './us.ts'

/** The countries with a sample, in listing order. */
export const countries: readonly Country[] = [nl, de, be, fr, gb, us, at, ch]
