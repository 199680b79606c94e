import type { ModeScope } from '../../engine/caller.ts'
import type { Rows } from '../../ports/store.ts'
import * as vocabulary from '../vocabulary/vocabulary.ts'
import { platformTerms } from '../vocabulary/vocabulary.ts'

/** The sectors that opt-out registers distinguish. */
const platformCategories = platformTerms([
  ['automotive', 'Cars and mobility'],
  ['charities', 'Charities and fundraising'],
  ['education', 'Education and training'],
  ['energy', 'Energy and utilities'],
  ['finance', 'Banks, loans and investments'],
  ['food', 'Food, drink and supermarkets'],
  ['government', 'Government and public services'],
  ['health', 'Health and care'],
  ['home', 'Home, garden and building'],
  ['insurance', 'Insurance'],
  ['leisure', 'Leisure, culture and events'],
  ['lotteries', 'Lotteries and games of chance'],
  ['politics', 'Politics and campaigns'],
  ['press', 'Newspapers and magazines'],
  ['real_estate', 'Real estate'],
  ['retail', 'Shops and web shops'],
  ['telecom', 'Telephone, internet and television'],
  ['travel', 'Travel and holidays'],
])

/**
 * Recipients can refuse mail of a category. Every table that references categories must be in `referrers`, so
 * that a category in use can't be deleted (409 `still_referenced`).
 */
export const advertisingCategories: vocabulary.Vocabulary = {
  noun: 'advertising category',
  stem: 'category',
  table: 'advertisingCategories',
  idPrefix: 'cat',
  platform: platformCategories,
  referrers: [
    { table: 'postflows', field: 'advertisingCategory' },
    { table: 'postbatches', field: 'advertisingCategory' },
    { table: 'suppressions', field: 'advertisingCategory' },
    { table: 'items', field: 'advertisingCategory' },
  ],
}

/** Throws 422 on `parameter` for a category that can't be chosen. */
export const assertChoosable = (
  rows: Rows,
  scope: ModeScope,
  key: string,
  parameter: string,
): Promise<void> => vocabulary.assertChoosable(advertisingCategories, rows, scope, key, parameter)
