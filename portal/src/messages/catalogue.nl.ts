/** Dutch findings and changes of a catalogue. */
export const catalogueNl: Readonly<Record<string, string>> = {
  'invalid_format.catalogue_key': 'Een sleutel bestaat uit kleine letters, cijfers en - .',
  'invalid_format.catalogue_country': 'Schrijf een land als twee hoofdletters (ISO 3166-1).',
  'catalogue_schema.other': 'Dit is geen catalogus: schema moet {schema} zijn.',
  'catalogue_part.unknown': 'Een catalogus heeft geen {part}.{meant?}',
  'catalogue_part.permission': '{part} kan alleen met het recht {permission} worden veranderd.',
  'catalogue_part.no_list': '{part} moet een lijst zijn.',
  'catalogue_part.too_many': '{part} heeft {count} {count:onderdeel|onderdelen}; {limit} is het meeste.',
  'catalogue_key.repeated': 'Een ander onderdeel ({noun}) heeft ook de sleutel {key}.',
  'catalogue_key.other': 'Het adres noemt {key}: het onderdeel moet die sleutel hebben.',
  'catalogue_key.id': '{key} heeft het id {present}, dat nooit verandert.',
  'catalogue_key.id_taken': 'Het id {id} is van {other}.',
  'catalogue_key.id_format': 'Het id ({noun}) begint met {prefix}.',
  'catalogue_reference.unknown': 'Er is geen {noun} met de sleutel {key}.{meant?}',
  'catalogue_reference.archived': '{key} ({noun}) is gearchiveerd.',
  'sheet_zone.outside': 'Het vlak {zone} steekt buiten het vel van {w} × {h} mm uit.',
  'sheet_zone.empty': 'Het vlak {zone} heeft geen afmetingen.',
  'sheet_zone.page': 'Het vlak {zone} ligt op pagina {page}; een stuk heeft er hoogstens {pages}.',
  'sheet_zone.overlap': 'Het vlak {zone} overlapt het vlak {other} op {x} × {y} mm van pagina {page}.',
  'sheet_address.missing': 'Het vel heeft geen adresvlak: zo kan niets worden bezorgd.',
  'sheet_address.several': 'Het vel heeft {count} adresvlakken; een stuk heeft één adres.',
  'sheet_address.not_first': 'Het adresvlak ligt op pagina {page}, die een stuk van {pages} niet heeft.',
  'sheet_pages.order': 'Een stuk heeft minstens {least} en hoogstens {most} pagina’s.',
  'sheet_mark.missing':
    'Een stuk kan {sheets} vellen hebben, en geen ervan heeft een merk: een couverteermachine ziet niet van wie een vel is. Voeg een vlak mark met everySheet toe.',
  'sheet_mark.not_every':
    'Vel {sheet} van een stuk van {pages} pagina’s heeft geen merk: een couverteermachine ziet niet van wie het is. Geef het vlak mark everySheet, op de voorkant.',
  'sheet_mark.too_small':
    'Het vlak mark is te klein voor zijn code en de tekens ernaast: het heeft langs de ene kant {long} mm nodig en langs de andere {short} mm.',
  'indicia.no_zone':
    'Het frankeermerk van {postage} wordt niet gedrukt: het vel heeft geen frankeervlak op een pagina die elk stuk heeft.',
  'indicia.unprintable': 'Het frankeermerk van {postage} kan niet worden gedrukt: {reason}',
  'sheet_changed.in_use':
    '{field} van {key} blijft, want er {count:is|zijn} {count} {count:sjabloon|sjablonen} voor: archiveer het en maak een andere uitvoering.',
  'sheet_changed.product': '{key} hoort voorgoed bij het product {product}.',
  'window.outside': 'Het venster steekt buiten het deel van pagina 1 uit dat boven ligt, {w} × {h} mm.',
  'window.address_missing': 'Het venster laat geen adresvlak zien.',
  'window.too_close':
    'Het vlak {zone} moet {least} mm binnen het venster staan: 4 mm, en de speling van {play} mm. Het staat er {have} mm binnen.',
  'window.shows': 'Het venster kan het vlak {zone} laten zien, waarvan niets te zien mag zijn.',
  'window.uncovered':
    'Wat het venster op {x} × {y} mm laat zien hoort bij geen vlak: sjablonen kunnen daar drukken. Voeg een leeg vlak (clear) toe.',
  'envelope.too_small':
    'Het gevouwen stuk is {w} × {h} mm en past niet in een envelop van {envelopeW} × {envelopeH} mm.',
  'colour_profile.unknown': 'Er is geen kleurprofiel {profile}.{meant?}',
  'time_zone.unknown': '{timeZone} is geen tijdzone.',
  'cutoff.cron': '{cron} is geen cron-uitdrukking.',
  'cutoff.too_often':
    'Sluittijden van {cron} volgen elkaar binnen {minutes} minuten op; {limit} is het minste.',
  'cutoff.never': 'Deze kalender heeft geen sluittijd: elke dag van {cron} is gesloten.',
  'holidays.unknown': 'Van {country} zijn geen feestdagen bekend.',
  'holidays.unknown_region': 'Van {region} in {country} zijn geen feestdagen bekend.',
  'country_zone.country': '{country} is geen land.{meant?}',
  'country_zone.repeated': '{country} staat al in de zone {other}.',
  'country_zone.repeated_code': 'Een andere zone heeft ook de code {code}.',
  'country_zone.unreachable': 'Elk land zit al in de zone {other} ervoor.',
  'country_zone.none':
    '{count} {count:land zit|landen zitten} in geen zone, zoals {country}: voeg een zone voor alle andere landen toe, of zeg elsewhere: REFUSED.',
  'price.none': 'Geen prijslijst voor iedereen zegt wat {specification} vanaf {day} in de zone {zone} kost.',
  'price.sold_by_postflow':
    'De Postflow {name} ({id}) verkoopt {specification} nog, dat gearchiveerd is en vanaf {day} niet elke prijs heeft: archiveer de Postflow, of geef de uitvoering in elke zone een prijs.',
  'price.sold_by_postbatch':
    'De mailing {name} ({id}) is nog niet goedgekeurd en drukt {specification}, dat gearchiveerd is en vanaf {day} niet elke prijs heeft: zonder prijs kan zij niet worden verzonden.',
  'price.no_list': 'Er geldt nog geen prijslijst voor iedereen: de eerste begint op {day}.',
  'price.no_list_at_all': 'Geen prijslijst is voor alle organisaties.',
  'price.specification': 'Er is geen uitvoering {key}.{meant?}',
  'price.zone': 'De indeling van landen van {specification} heeft geen zone {zone}.{meant?}',
  'price.repeated': 'De prijs van {specification} in de zone {zone} staat twee keer in de lijst.',
  'price.steps': 'Staffels beginnen bij 1 en lopen op: {from} volgt op {before}.',
  'price.extra': 'Geen prijslijst voor iedereen zegt wat {extra} vanaf {day} kost.',
  'price.repeated_extra': 'De toeslag {extra} staat twee keer in de lijst.',
  'cost.field': 'Kosten van het soort {kind} zijn niet per {field}.',
  'cost.same': '{other} zegt ook wat hetzelfde kost.',
  'price.same_day': '{other} geldt vanaf dezelfde dag voor dezelfde organisaties.',
  'price.organisation': 'Er is geen organisatie {organisation}.',
  'catalogue_currency.differs': 'De prijzen zijn in {currency}, en deze server rekent in {own}.',
  'catalogue_currency.fixed': 'Deze server rekent in {own}, en er is al geld in geteld.',
  'catalogue_change.created': 'Nieuw ({noun}): {key}.',
  'catalogue_change.changed': '{key} ({noun}) verandert: {fields}.',
  'catalogue_change.archived': '{key} ({noun}) wordt gearchiveerd; wat eronder verkocht is gaat door.',
  'catalogue_change.missing':
    '{key} ({noun}) staat niet in het bestand en wordt gearchiveerd; wat eronder verkocht is gaat door.',
  'catalogue_change.restored': '{key} ({noun}) wordt weer aangeboden.',
  'catalogue_change.version':
    'De uitvoering {key} krijgt versie {version}: {scheduled} {scheduled:ingepland stuk houdt de versie waaronder het verkocht is|ingeplande stukken houden de versie waaronder ze verkocht zijn}.',
  'catalogue_change.cutoff':
    'De volgende sluittijd van {key} is {next} in plaats van {before}; wat is ingepland houdt de zijne.',
  'catalogue_change.no_cutoff': 'De volgende sluittijd van {key} is {next}; er was er geen.',
  'catalogue_change.run_keeps':
    'De drukgang {run} van {specification} met {count} {count:item|items} sluit nog om {cutoff}.',
  'catalogue_change.more_runs_keep':
    'En nog {count} {count:drukgang houdt zijn|drukgangen houden hun} sluittijd.',
  'catalogue_change.price':
    '{specification} kost in de zone {zone} vanaf {day} {currency} {price} in plaats van {before}.',
  'catalogue_change.new_price': '{specification} kost in de zone {zone} vanaf {day} {currency} {price}.',
  'catalogue_change.currency': 'De server rekent in {currency} in plaats van {before}.',
  'catalogue_change.rule': 'Drukkersregel {number} wordt {rule}; het was {before}.',
  'catalogue_change.new_rule': 'Nieuwe drukkersregel {number}: {rule}.',
  'catalogue_change.new_return_code': 'Nieuwe code van {carrier}: {code} betekent {reason}.',
  'catalogue_change.return_code': 'De code {code} van {carrier} betekent {reason}; het was {before}.',
  'catalogue_change.return_code_text': 'Wat er bij de code {code} van {carrier} staat, verandert.',
  'catalogue_change.return_code_gone': 'De code {code} van {carrier} vervalt; hij betekende {before}.',
  'catalogue_change.rule_gone': 'Drukkersregel {number} vervalt: {before}.',
  'catalogue_change.run_printer':
    'De drukgang {run} met {count} {count:item|items} gaat naar de drukker {printer} in plaats van {before}.',
  'catalogue_change.run_waits':
    'De drukgang {run} met {count} {count:item|items} wacht: geen drukker die in gebruik is kan hem drukken; nu gaat hij naar {before}.',
  'catalogue_change.run_keeps_printer':
    'De drukgang {run} met {count} {count:item|items} blijft bij {printer}, ook post naar {countries}: het land van een item kiest zijn drukker bij het inplannen, en niet opnieuw.',
  'catalogue_change.more_runs': 'En nog {count} {count:drukgang gaat|drukgangen gaan} ergens anders heen.',
  'catalogue_change.more': 'En nog {count} {count:verandering|veranderingen}.',
  'still_referenced.sheet':
    'Er is intussen een sjabloon voor {key} gemaakt: het vel blijft. Archiveer het en maak een andere uitvoering.',
  'invalid_state.quantity_step':
    'De prijzen zijn voor {before} stuks bepaald en het zijn er nu {count}: controleer opnieuw.',
  'design_left_out.size':
    'Niets wat wordt aangeboden heeft pagina’s van {w} × {h} mm met een afloop van {bleed} mm, {pages} per stuk.',
  'design_left_out.refused': 'Het gaat niet op {specification}: {reason}',
  'invalid_state.no_design_fits':
    'Geen voorbeeldontwerp past bij wat hier wordt aangeboden. {reasons} Begin in het portaal een sjabloon voor een van de producten.',
  'invalid_state.not_offered':
    '{specification} wordt niet meer aangeboden: kies een sjabloon voor een ander product.',
  'unserved.country': 'Dit product gaat niet naar {country}: daarvoor is er geen zone of geen prijs.',
  'unserved.price': 'Dit gaat niet naar {country}: geen prijslijst zegt wat dat kost.',
  country_unserved: 'Dit product gaat niet naar {country}: daarvoor is er geen zone of geen prijs.',
}
