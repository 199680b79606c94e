import { day, words } from '../../messages/index.svelte.ts'

/** With non-breaking spaces. */
const size = (width: number, height: number) => `${width}\u00a0×\u00a0${height}\u00a0mm`

/** Texts of the template picker. */
export const pw = words({
  en: {
    template: 'Template',
    product: 'Product',
    anyProduct: 'Every product',
    searchTemplate: 'Search for a template',
    version: 'Version',
    latestVersion: (number: number) => `Version ${number}, the latest`,
    versionNumber: (number: number) => `Version ${number}`,
    size,
    published: (at: string) => `Published ${day(at)}`,
    notPublished: 'Not published yet',
    noTemplates: 'There is no published template for this yet.',
    toTemplates: 'To the templates',
  },
  nl: {
    template: 'Sjabloon',
    product: 'Product',
    anyProduct: 'Elk product',
    searchTemplate: 'Zoek een sjabloon',
    version: 'Versie',
    latestVersion: (number) => `Versie ${number}, de nieuwste`,
    versionNumber: (number) => `Versie ${number}`,
    size,
    published: (at) => `Gepubliceerd ${day(at)}`,
    notPublished: 'Nog niet gepubliceerd',
    noTemplates: 'Hier is nog geen gepubliceerd sjabloon voor.',
    toTemplates: 'Naar de sjablonen',
  },
})
