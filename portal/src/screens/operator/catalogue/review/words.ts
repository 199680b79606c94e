import { count, words } from '../../../../messages/index.svelte.ts'

/** Texts describing catalogue changes. */
export const w = words({
  en: {
    group: (name: string, changes: number) => `${name} (${count(changes)})`,
    further: (changes: number) => `And ${count(changes)} more`,
    pricesOf: (list: string) => `Prices: ${list}`,
    created: (name: string) => `New: ${name}.`,
    changed: (name: string, fields: string) => `${name} changes: ${fields}.`,
    archived: (name: string) => `${name} is archived; what was sold under it goes on.`,
    missing: (name: string) => `${name} is not in the file and is archived; what was sold under it goes on.`,
    restored: (name: string) => `${name} is offered again.`,
    version: (name: string, version: number, items: number) =>
      `${name} gets version ${count(version)}: ${count(items)} scheduled ${items === 1 ? 'item keeps the version that it was' : 'items keep the version that they were'} sold under.`,
    cutoff: (name: string, next: string, before: string) =>
      `${name}: the next cutoff is ${next} instead of ${before}; what is scheduled keeps its own.`,
    noCutoff: (name: string, next: string) => `${name}: the next cutoff is ${next}; there was none.`,
    runKeeps: (name: string, items: number, cutoff: string) =>
      `A run of ${name} with ${count(items)} ${items === 1 ? 'item' : 'items'} still closes on ${cutoff}.`,
    price: (name: string, zone: string, price: string, before: string, day: string) =>
      `${name}, ${zone}: ${price} instead of ${before}, from ${day}.`,
    newPrice: (name: string, zone: string, price: string, day: string) =>
      `${name}, ${zone}: ${price}, from ${day}.`,
    step: (price: string, from: number) => `${price} from ${count(from)}`,
    sheet: (prices: string, sheet: string) => `${prices} and ${sheet} for each further sheet`,
  },
  nl: {
    group: (name, changes) => `${name} (${count(changes)})`,
    further: (changes) => `En nog ${count(changes)}`,
    pricesOf: (list) => `Prijzen: ${list}`,
    created: (name) => `Nieuw: ${name}.`,
    changed: (name, fields) => `${name} verandert: ${fields}.`,
    archived: (name) => `${name} wordt gearchiveerd; wat eronder verkocht is gaat door.`,
    missing: (name) =>
      `${name} staat niet in het bestand en wordt gearchiveerd; wat eronder verkocht is gaat door.`,
    restored: (name) => `${name} wordt weer aangeboden.`,
    version: (name, version, items) =>
      `${name} krijgt versie ${count(version)}: ${count(items)} ${items === 1 ? 'ingepland stuk houdt de versie waaronder het' : 'ingeplande stukken houden de versie waaronder ze'} verkocht ${items === 1 ? 'is' : 'zijn'}.`,
    cutoff: (name, next, before) =>
      `${name}: de volgende sluittijd is ${next} in plaats van ${before}; wat is ingepland houdt de zijne.`,
    noCutoff: (name, next) => `${name}: de volgende sluittijd is ${next}; er was er geen.`,
    runKeeps: (name, items, cutoff) =>
      `Een drukgang van ${name} met ${count(items)} ${items === 1 ? 'stuk' : 'stukken'} sluit nog op ${cutoff}.`,
    price: (name, zone, price, before, day) =>
      `${name}, ${zone}: ${price} in plaats van ${before}, vanaf ${day}.`,
    newPrice: (name, zone, price, day) => `${name}, ${zone}: ${price}, vanaf ${day}.`,
    step: (price, from) => `${price} vanaf ${count(from)}`,
    sheet: (prices, sheet) => `${prices} en ${sheet} voor elk verder vel`,
  },
})
