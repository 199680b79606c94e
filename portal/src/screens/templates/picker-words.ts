import { day, words } from '../../messages/index.svelte.ts'

/** Where a template is chosen, of whatever prints it. */
export const pw = words({
  en: {
    template: 'Template',
    product: 'Product',
    anyProduct: 'Every product',
    searchTemplate: 'Search for a template',
    version: 'Version',
    latestVersion: (number: number) => `Version ${number}, the latest`,
    versionNumber: (number: number) => `Version ${number}`,
    size: (width: number, height: number) => `${width} × ${height} mm`,
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
    size: (width, height) => `${width} × ${height} mm`,
    published: (at) => `Gepubliceerd op ${day(at)}`,
    notPublished: 'Nog niet gepubliceerd',
    noTemplates: 'Hier is nog geen gepubliceerd sjabloon voor.',
    toTemplates: 'Naar de sjablonen',
  },
})
