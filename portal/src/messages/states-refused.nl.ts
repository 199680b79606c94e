/** Dutch messages of actions that the current state forbids. */
export const statesRefusedNl: Readonly<Record<string, string>> = {
  'invalid_state.move': 'Dit kan nu niet ({noun}, nu: {status}).',
  'invalid_state.run': 'Deze drukgang kan nu niet worden {done} (nu: {status}).',
  'invalid_state.rebuilding':
    'De cijfers worden nog opnieuw geteld na de vorige wijziging van de tijdzone. Probeer het zo opnieuw.',
  'invalid_state.deleting_test_data':
    'De testgegevens worden verwijderd, en hun cijfers ook. Wijzig de tijdzone als dat klaar is.',
  'invalid_state.deleting_since': 'De testgegevens worden sinds {time} verwijderd: wacht tot dat klaar is.',
  'invalid_state.live_mail':
    'De organisatie heeft echte post of geld op haar rekening, geteld onder de huidige voorwaarden. Eigen post begint en eindigt met een organisatie zonder: maak een nieuwe.',
  'invalid_state.credited_before':
    'De betaling {payment} is al eerder bijgeschreven: {amount}, factuur {invoice}. Een betaling wordt één keer bijgeschreven.',
  'invalid_state.booked_before':
    'De betaling {payment} is al eerder geboekt: {amount}, opwaardering {topUp}. Een betaling wordt één keer geboekt.',
  'invalid_state.not_invoiced_rate':
    'Voor een verkoper in {countryId} worden hier geen facturen gemaakt: het tarief van {rate}% is geen heel getal, en dat kunnen ze niet zeggen. Prijzen, het grootboek en exports gaan door; wat betaald is, wordt zonder factuur geboekt.',
  'invalid_state.not_invoiced_unverified':
    'Voor een verkoper in {countryId} worden hier geen facturen gemaakt: het tarief en de woorden die de wet daar vraagt, zijn niet nagegaan. Prijzen, het grootboek en exports gaan door; wat betaald is, wordt zonder factuur geboekt.',
  'invalid_state.not_invoiced_currency':
    'Voor een verkoper in {countryId} worden hier geen facturen gemaakt: de wet vraagt daar btw in {currency}. Prijzen, het grootboek en exports gaan door; wat betaald is, wordt zonder factuur geboekt.',
  'invalid_state.is_invoiced':
    'Hier worden facturen gemaakt: bevestig de opwaardering, dan komt er een factuur.',
  'invalid_state.no_balance':
    'De organisatie drukt haar eigen post: zij heeft geen saldo om op te waarderen.',
  'invalid_state.top_up_changed':
    'De opwaardering is op hetzelfde moment gewijzigd. Laad haar opnieuw en doe de wijziging nog eens.',
  'invalid_state.open_top_ups':
    'Er wachten al {count} opwaarderingen op betaling; annuleer er een die niet nodig is.',
  'invalid_state.open_top_up':
    'De opwaardering {topUp} wacht op betaling, en een organisatie met eigen post heeft geen saldo: annuleer haar eerst.',
  'invalid_state.invoice_changed':
    'De factuur is op hetzelfde moment gewijzigd. Laad haar opnieuw en doe de wijziging nog eens.',
  'invalid_state.no_seller':
    'De factuur noemt niet wie factureert: zij is gemaakt voor de beheerder dat invulde.',
  'invalid_state.seller_not_named':
    'Er is nog niet ingevuld wie factureert en betaald wordt: een beheerder van deze server vult de verkoper in, met de rekening waarop betaald wordt. Tot dan kan er niet worden opgewaardeerd of gefactureerd.',
  'invalid_state.pdf_not_drawn': 'De pdf van deze factuur is nog niet getekend.',
  'invalid_state.invoicing_held': 'Facturen wachten. {reason}',
  'invalid_state.credits_credit_note':
    '{number} is een creditnota: alleen facturen kunnen worden gecrediteerd.',
  'invalid_state.spent_top_up':
    'Er staat geen EUR {amount} meer op het saldo: wat van een opwaardering is uitgegeven, kan niet worden gecrediteerd.',
  'invalid_state.ended_key': 'Deze API-sleutel werkt niet meer (nu: {status}). Maak een andere.',
  'invalid_state.too_many_keys':
    'De organisatie heeft {limit} sleutels die werken: trek er eerst een paar in.',
  'invalid_state.no_evidence':
    'Bewijs van dit poststuk is er als zijn drukgang aan de drukker is overgedragen (nu: {status}).',
  'invalid_state.not_rendered': 'Dit poststuk is niet voor druk opgemaakt (nu: {status}).',
  'invalid_state.no_export_file': 'Deze export heeft geen bestand (nu: {status}).',
  'invalid_state.too_many_exports': 'Er worden al {count} exports geschreven: wacht op een ervan.',
  'invalid_state.mapped': 'De indeling van deze import kan niet meer worden gewijzigd (nu: {status}).',
  'invalid_state.nothing_read': 'Deze import heeft geen rijen gelezen.',
  'invalid_state.not_done':
    'De rijen van deze import kunnen worden hersteld als hij klaar is (nu: {status}).',
  'invalid_state.no_backup': 'Er kan geen back-up worden gemaakt. {reason}',
  'invalid_state.invoicing_not_held': 'Facturen wachten niet: hun nummers volgen vanzelf op elkaar.',
  'invalid_state.backup_under_way': 'Er wordt al een back-up gemaakt. Wacht tot die klaar is.',
  'invalid_state.too_many_connectors': 'Er zijn al {limit} koppelingen.',
  'invalid_state.connector_off': 'Deze koppeling staat uit.',
  'invalid_state.action_not_restarted':
    'Deze actie is niet gestopt omdat een recht ontbrak (nu: {status}). Begin een nieuwe.',
  'invalid_state.import_not_restarted':
    'Deze import is {status}: hij is niet vastgelopen en niet gestopt omdat een recht ontbrak. Importeer de lijst opnieuw.',
  'invalid_state.connector_stopped':
    'Deze koppeling is gestopt en heeft zeven dagen lang berichten bewaard. Een eigenaar van de organisatie moet haar overnemen.',
  'invalid_state.address_stopped':
    'Deze koppeling is gestopt. Een eigenaar van de organisatie moet haar overnemen voordat zij een nieuw adres krijgt.',
  'invalid_state.too_many_payloads':
    'Deze koppeling is gestopt en heeft {limit} berichten bewaard. Een eigenaar van de organisatie moet haar overnemen.',
  'invalid_state.too_many_actions': 'Er lopen al {count} acties op poststukken: wacht op een ervan.',
  'invalid_state.approve': 'Dit poststuk kan niet worden goedgekeurd (nu: {status}).',
  'invalid_state.reject': 'Dit poststuk kan niet worden afgekeurd (nu: {status}).',
  'invalid_state.reprint': 'Dit poststuk kan niet opnieuw worden gedrukt (nu: {status}).',
  'invalid_state.erase':
    'Dit poststuk kan niet worden gewist voor zijn leven voorbij is (nu: {status}). Annuleer het, of wacht.',
  'invalid_state.change':
    'Van dit poststuk kan {fields} niet meer worden gewijzigd (nu: {status}); referentie en metadata nog wel.',
  'invalid_state.cancel_late':
    'De drukgang van dit poststuk is gesloten{cutoff?}: het kan niet meer worden geannuleerd (nu: {status}).',
  'invalid_state.mailing_cancelled':
    '{mailingName} is geannuleerd: maak een nieuw poststuk voor deze ontvanger.',
  'invalid_state.reprinted': 'Dit poststuk is al opnieuw gedrukt als {item}: druk dat opnieuw.',
  'invalid_state.erased_reprint':
    'De ontvanger van dit poststuk is gewist: het kan niet opnieuw worden verstuurd.',
  'invalid_state.erased': 'De ontvanger van dit poststuk is gewist; er wordt niets nieuws bij bewaard.',
  'invalid_state.postbatch_deleted': 'De mailing van dit poststuk is verwijderd.',
  'invalid_state.takes_no_items': '{mailingName} neemt geen poststukken aan (nu: {status}).',
  'invalid_state.layer':
    'De vaste laag van versie {templateVersionId} van het sjabloon is niet klaar (nu: {status}).',
  'invalid_state.too_many_presets': 'Er zijn al {limit} bewaarde indelingen: verwijder er eerst een.',
  'invalid_state.invitation_mailed':
    'Deze uitnodiging is naar {email} gemaild. Nodig het adres opnieuw uit om er nog een te mailen.',
  'invalid_state.links_mailed':
    'Links worden op deze server nu gemaild. Nodig het adres opnieuw uit, dan krijgt de eigenaar er een.',
  'invalid_state.unverified_account':
    '{email} heeft al een account, en dat adres is nooit bevestigd: iemand anders kan het account hebben gemaakt. Bevestig dat je dit account bedoelt.',
  'invalid_state.account_of_another':
    '{email} heeft al een account, dat intussen van iemand anders kan zijn. Bevestig dat je dit account bedoelt.',
  'invalid_state.user_disabled': '{email} is uitgeschakeld.',
  'invalid_state.user_without_factor': '{email} heeft geen tweede factor.',
  'invalid_state.is_member': '{email} is al lid.',
  'invalid_state.has_password':
    '{email} heeft een account; “user reset-link” maakt een link voor een nieuw wachtwoord.',
  'invalid_state.own_account': 'Dit is je eigen account. Een andere beheerder moet dit doen.',
  'invalid_state.no_second_factor': 'Je hebt geen tweede factor.',
  'invalid_state.too_many_invitations': 'Er staan {limit} uitnodigingen open: trek er eerst een paar in.',
  'invalid_state.invitation_ended': 'Deze uitnodiging staat niet meer open.',
  'invalid_state.account_exists': 'Dit account bestaat al.',
  'invalid_state.nothing_to_confirm': 'Er wacht geen tweede factor op zijn eerste code. Begin opnieuw.',
  'invalid_state.too_many_roles':
    'De organisatie heeft {limit} eigen rollen, en meer kunnen het er niet zijn.',
  'invalid_state.unverified':
    'Het adres {email} is nog niet bevestigd. Vraag de eigenaar een link te volgen die gemaild wordt: “Wachtwoord vergeten” stuurt er een.',
  'invalid_state.last_owner':
    'Dit is de laatste eigenaar van de organisatie. Maak eerst een ander lid eigenaar.',
  'invalid_state.program_asset': 'Dit hoort bij het programma.',
  'invalid_state.job_running': 'De taak {id} loopt.',
  'invalid_state.closed_items': 'Deze mailing neemt geen poststukken meer aan (nu: {status}).',
  'invalid_state.closed_import': 'Deze mailing neemt geen import meer aan (nu: {status}).',
  'invalid_state.closed_settings':
    'Van deze mailing kan alleen het webadres achter de code nog worden gewijzigd (nu: {status}).',
  'invalid_state.not_to_reject':
    'Deze mailing wacht niet op goedkeuring, en kan dus niet worden afgekeurd (nu: {status}).',
  'invalid_state.not_a_draft':
    'Alleen een concept kan worden verwijderd (nu: {status}). Annuleer de mailing in plaats daarvan.',
  'invalid_state.run_closed':
    'De drukgang van deze mailing is gesloten (sluittijd {time}): zij kan niet meer worden geannuleerd (nu: {status}).',
  'invalid_state.closed_salutations':
    'Deze Postbatch is {status}, dus de aanheffen kunnen niet meer worden verbeterd.',
  'invalid_state.earlier_server_salutations':
    'Er draait nog een server van een eerdere versie, die de brieven zonder de correcties zou goedkeuren. Corrigeer de aanheffen zodra alle servers deze versie hebben.',
  'rate_limited.salutations':
    'Er worden al {limit} lijsten met aanheffen van deze organisatie gemaakt. Probeer het opnieuw zodra een daarvan klaar is.',
  'rate_limited.salutations_under_way':
    'De aanheffen van alle brieven worden nog samengesteld. Probeer het over {seconds} s opnieuw: de lijst blijft zo lang bewaard.',
  'invalid_state.corrections_under_way':
    'Verbeterde aanheffen worden nog in de stukken geschreven: wacht daarop. Duurt het te lang, stuur de verbeteringen dan opnieuw.',
  'invalid_state.copy_stopped':
    'Het overnemen van de ontvangers van {original} in {id} is gestopt, omdat de aanvrager het recht ertoe verloor. Annuleer deze mailing en kopieer {original} opnieuw.',
  'invalid_state.copy_under_way': 'De ontvangers van {id} worden nog overgenomen: wacht daarop.',
  'invalid_state.import_under_way': 'De import {id} voegt nog poststukken toe: wacht erop, of annuleer hem.',
  'invalid_state.no_items_yet':
    'Deze mailing heeft nog geen poststukken: importeer een bestand of voeg ze toe.',
  'invalid_state.nothing_to_send': 'Deze mailing heeft geen poststuk dat verstuurd kan worden.',
  'invalid_state.archived_postflow':
    'Deze Postflow is gearchiveerd: alleen het webadres achter de code kan nog worden gewijzigd.',
  'invalid_state.not_resumed': 'Deze Postflow kan niet worden hervat (nu: {status}).',
  'invalid_state.not_activated': 'Deze Postflow kan niet worden geactiveerd (nu: {status}).',
  'invalid_state.run_needs_item':
    'De drukgang {run} van dit poststuk heeft zijn pakket nog nodig (nu: {status}). Wacht tot hij is afgerond.',
  'invalid_state.not_drawn': 'Het poststuk kan niet worden getekend. {reason}',
  'invalid_state.no_guide':
    'Een ontwerp heeft zijden van {least} tot {most} mm en hoogstens {bleed} mm afloop. Dit vel valt daarbuiten en heeft daarom geen tekening met snijrand en zones.',
  'invalid_state.no_render_file': 'Dit voorbeeld heeft geen bestand (nu: {status}).',
  'invalid_state.erased_picture':
    'De persoonsgegevens van dit poststuk zijn gewist; het kan niet worden getekend.',
  'invalid_state.pages_erased':
    'Ontvangers van deze drukgang zijn gewist of zijn pagina’s verwijderd: het pakket zoals het is gedrukt is er niet meer.',
  'invalid_state.pages_to_draw':
    'De pagina’s van deze drukgang tonen een webadres of een retouradres dat nu anders is: ze worden bij de overdracht opnieuw getekend.',
  'invalid_state.held_run': 'Het drukken wacht: zeg of de drukker deze drukgang al heeft.',
  'invalid_state.suspended_run':
    'De organisatie is stilgelegd: van haar wordt niets gedrukt voor dat voorbij is.',
  'invalid_state.not_reported': 'Voor poststuk {item} kan dit niet worden gemeld (nu: {status}).',
  'invalid_state.office_pdf':
    'Deze drukgang is te groot voor één PDF: druk de delen van het pakket na elkaar.',
  'invalid_state.no_package': 'Deze drukgang mislukte voor hij was opgemaakt: er is geen pakket.',
  'invalid_state.certain': 'Over deze drukgang is niets onzeker (nu: {status}).',
  'invalid_state.given_up':
    'De drukker heeft deze drukgang niet afgemaakt: kijk wat er op papier staat en zeg of hij is gedrukt.',
  'invalid_state.given_up_large':
    'Deze drukgang heeft meer dan {limit} stukken, zoveel als een herdruk er heeft: vraag herdrukken aan van wat niet op papier staat, en zeg daarna dat hij is gedrukt.',
  'invalid_state.failed_late': 'De drukker heeft deze drukgang al afgemaakt (nu: {status}).',
  'invalid_state.uncertain': 'Het is onzeker of de drukker deze drukgang heeft: zeg of hij al is gedrukt.',
  'invalid_state.failed_unrendered': 'Deze drukgang mislukte voor hij was opgemaakt: maak hem eerst op.',
  'invalid_state.failed_rendered': 'Deze drukgang mislukte nadat hij was opgemaakt: draag hem over.',
  'invalid_state.not_excluded': 'Het poststuk {item} kan niet uit de drukgang worden gehaald (nu: {status}).',
  'invalid_state.remake_failed':
    'Deze herdruk is mislukt en heeft geen pakket. Draag hem opnieuw over en download hem dan.',
  'invalid_state.remake_run': 'Alleen wat de drukker heeft, kan opnieuw worden gedrukt (nu: {status}).',
  'invalid_state.remake_item':
    'Alleen stukken die in productie zijn, kunnen opnieuw worden gedrukt, en deze zijn dat niet: {pieces}.',
  'invalid_state.remake_erased':
    'De ontvangers van deze stukken zijn gewist, dus ze kunnen niet opnieuw worden gedrukt: {pieces}.',
  'invalid_state.remade':
    'Deze stukken zijn al eens opnieuw gedrukt: {pieces}. Zeg `again` om ze nog eens te drukken.',
  'invalid_state.remakes': 'Deze drukgang heeft al {limit} herdrukken.',
  'invalid_state.remake_uncertain': 'Het is niet zeker of de drukker deze herdruk heeft: zeg `printed`.',
  'invalid_state.remake_certain': 'Aan deze herdruk is niets onzeker (nu: {status}).',
  'invalid_state.held_remake': 'Het drukken wacht: zeg of de drukker deze herdruk al heeft.',
  'invalid_state.not_with_printer': 'Geen drukker kan deze drukgang hebben (nu: {status}).',
  'invalid_state.too_many_tickets': 'Er staan nog {count} tickets open: sluit er eerst een paar.',
  'invalid_state.full_ticket': 'Dit ticket heeft al {limit} berichten: open een nieuw.',
  'invalid_state.same_mail': 'De blokkade {id} houdt dezelfde post al tegen.',
  'invalid_state.list_under_way': 'De import loopt nog.',
  'invalid_state.unprintable_version':
    'Versie {templateVersionId} van het sjabloon kan niet meer worden gedrukt. {reason} Herstel het sjabloon en publiceer het opnieuw.',
  'invalid_state.same_status': 'Dit sjabloon is dat al ({status}).',
  'invalid_state.archived_template':
    'Dit sjabloon is gearchiveerd. Haal het uit het archief om het te wijzigen of te publiceren.',
  'invalid_state.too_many_terms': 'De organisatie heeft er al {limit} van zichzelf.',
  'invalid_state.endpoint_enabled': 'De webhook is op hetzelfde moment door een ander ingeschakeld.',
  'invalid_state.endpoint_disabled': 'De webhook is op hetzelfde moment door een ander uitgeschakeld.',
  'invalid_state.old_secrets':
    'Er ondertekenen nog {limit} oudere geheimen. Wacht tot er een eindigt, of vernieuw met 0 uur overlap: dan eindigen ze allemaal.',
  'invalid_state.not_waiting':
    'Alleen een gebeurtenis die mislukte en op een nieuwe poging wacht, wordt nu geprobeerd, tot hij {limit} keer is geprobeerd; deze is {status}. Verstuur hem opnieuw.',
  'invalid_state.endpoint_off': 'De webhook is uitgeschakeld. Schakel hem eerst in.',
}
