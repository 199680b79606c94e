/**
 * A list from an old program: a title above its heading, a letter that several encodings read differently, a
 * column that may belong to the name, and a placeholder.
 */
export const unsureList = (): Buffer => {
  const lines = [
    'Ledenlijst voorjaar 2026;;;;;;',
    'Aanhef;Voornaam;Achternaam;Straatnaam;Huisnr;Postcode;Woonplaats',
    'Mevr.;Johanna;R#d-van den Broek;Nieuwezijds Voorburgwal;11;1012 LG;Amsterdam',
    'Dhr.;Pieter;Bakker;Damrak;12;1012 LG;Amsterdam',
    'Dhr.;NULL;Visser;Keizersgracht;84;1015 CJ;Amsterdam',
  ]
  const bytes = Buffer.from(lines.join('\r\n'), 'latin1')
  bytes[bytes.indexOf('#')] = 0x9b
  return bytes
}
