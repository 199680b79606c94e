import { platformTerms } from '../vocabulary/vocabulary.ts'

/** The sectors that opt-out registers distinguish, available to every organisation. */
export const platformCategories = platformTerms([
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
