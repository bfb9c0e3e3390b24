import { stringify } from "csv-stringify/sync";

/*
 * Exports of other shop systems and spreadsheets, written after their documentation: real headings, and rows with unusual values. Expected
 * results are in real-exports.db.test.ts.
 */

const WOO =
  "ID,Type,SKU,GTIN,Name,Published,Is featured?,Visibility in catalog,Short description,Description,Date sale price starts,Date sale price ends,Tax status,Tax class,In stock?,Stock,Low stock amount,Backorders allowed?,Sold individually?,Weight (kg),Sale price,Regular price,Categories,Tags,Shipping class,Images,Parent,Grouped products,Upsells,Cross-sells,External URL,Button text,Position,Brands,Attribute 1 name,Attribute 1 value(s),Attribute 1 visible,Attribute 1 global,Attribute 1 default,Attribute 2 name,Attribute 2 value(s),Attribute 2 visible,Attribute 2 global,Meta: _wp_page_template".split(
    ",",
  );
const woo = (...rows: readonly Readonly<Record<string, string>>[]) =>
  stringify([WOO, ...rows.map((row) => WOO.map((heading) => row[heading] ?? ""))]);
const simple = { Type: "simple", Published: "1", "Regular price": "5" };
const sale = { ...simple, "Sale price": "4" };
const of = (name: string, values: string, other = "", otherValues = "") => ({
  "Attribute 1 name": name,
  "Attribute 1 value(s)": values,
  "Attribute 1 visible": "1",
  "Attribute 2 name": other,
  "Attribute 2 value(s)": otherValues,
  "Attribute 2 visible": "0",
});

/** Files by their peculiarity. */
export const EXPORTS: Readonly<Record<string, string>> = {
  "Shopify: the newest headings, linked options, thousands with commas, a variant without stock": `Title,URL handle,Description,Vendor,Product category,Type,Tags,Published on online store,Status,SKU,Barcode,Option1 name,Option1 value,Option1 Linked To,Option2 name,Option2 value,Option2 Linked To,Option3 name,Option3 value,Option3 Linked To,Price,Compare-at price,Cost per item,Charge tax,Tax code,Unit price total measure,Inventory tracker,Inventory quantity,Continue selling when out of stock,Weight value (grams),Requires shipping,Fulfillment service,Product image URL,Image position,Image alt text,Variant image URL,Gift card,SEO title,SEO description,Color (product.metafields.shopify.color-pattern)
Linen Shirt,linen-shirt,"<p>Light, ""airy"".</p>",Mill,Apparel & Accessories > Clothing > Shirts,Shirts,"summer, linen",TRUE,Active,LS-1,,Color,red,product.metafields.shopify.color-pattern,Size,S,,Fit,Slim,,"1,299.00","1,499.00",,TRUE,,,shopify,5,DENY,200,TRUE,manual,https://cdn.example/b.jpg,1,Back,,FALSE,Linen,Nice,red
,linen-shirt,,,,,,,,LS-2,,,blue,,,S,,,Slim,,1299,1499,,TRUE,,,shopify,0,DENY,200,TRUE,manual,https://cdn.example/a.jpg,2,Front,,FALSE,,,
,linen-shirt,,,,,,,,LS-3,,,blue,,,M,,,Wide,,1350.00,,,TRUE,,,shopify,0,CONTINUE,200,TRUE,manual,,,,,FALSE,,,
`,
  "Shopify: nothing in Published, states in any case, gift cards, stock below zero, a price that starts with a point": `Handle,Title,Body (HTML),Vendor,Standard Product Type,Custom Product Type,Tags,Published,Option1 Name,Option1 Value,Variant SKU,Variant Grams,Variant Inventory Tracker,Variant Inventory Qty,Variant Inventory Policy,Variant Fulfillment Service,Variant Price,Variant Compare At Price,Variant Requires Shipping,Variant Taxable,Variant Barcode,Image Src,Image Position,Image Alt Text,Gift Card,SEO Title,SEO Description,Variant Image,Variant Weight Unit,Variant Tax Code,Cost per item,Status
a,Alpha,,V,,Mugs,,,Title,Default Title,A1,0.0,shopify,-4,deny,manual,10.00,10.00,true,true,,,,,false,,,,kg,,,
b,Beta,,V,,Mugs,,true,Title,Default Title,B1,0.0,shopify,4,continue,manual,10.00,,true,false,,,,,false,,,,kg,,,ARCHIVED
c,Gamma,,V,,Mugs,,false,Title,Default Title,C1,0.0,,4,deny,manual,0.00,5.00,true,false,,,,,false,,,,kg,,,active
d,Delta,,V,,Mugs,"Sale, ""Best"" of, é",true,,Default Title,D1,0.0,shopify,4,deny,manual,.5,,true,false,,,,,FALSE,,,,kg,,,Draft
e,Epsilon Gift,,V,,,,true,Denominations,$10,E1,,,,deny,manual,10,,false,false,,,,,TRUE,,,,kg,,,active
e,,,,,,,,,$25,E1,,,,deny,manual,25,,false,false,,,,,,,,,kg,,,
f,Zeta,,V,,,,true,Title,Small,F1,,,,deny,manual,1,,false,false,,,,,,,,,kg,,,active
f,,,,,,,,,Large,F1,,,,deny,manual,,,false,false,,,,,,,,,kg,,,
`,
  "Shopify: sorted again so that a picture comes first, HTML of all kinds, inches, a price for scientists": `Handle,Title,Body (HTML),Type,Tags,Published,Option1 Name,Option1 Value,Variant Price,Image Src,Image Position,Status
Mug-One,,,,,,,,,https://cdn.example/2.jpg,2,
Mug-One,Mug One,"<div class=""x"" style=""color:red""><script>alert(1)</script><h1>Big</h1><iframe src=""https://evil.example/x""></iframe><p onclick=""x()"">Hi&nbsp;there</p></div>",Mug,,TRUE,Title,Default Title,5.00,https://cdn.example/1.jpg,1,active
mug-one,Mug two,,Mug,,TRUE,Title,Default Title,6.00,,,active
,No handle,,Mug,,TRUE,Title,Default Title,6.00,,,active
mug 3,Mug 3,,Mug,,TRUE,Title,Default Title,"$1,200",,,active
mug 4,Mug 4,,Mug,,TRUE,Title,Default Title,1.2E+03,,,active
mug 5,"Mug
five",,Mug,,TRUE,Size,"10""",7,,,active
mug 5,,,,,,,"10"" ",8,,,
mug 5,,,,,,,,,https://cdn.example/5.jpg?v=1,1,
`,
  "Shopify: prices of markets, options renamed halfway, values without a name": `Handle,Title,Option1 Name,Option1 Value,Option2 Name,Option2 Value,Variant Price,Variant Compare At Price,Included / International,Price / International,Compare At Price / International,Status
a,A,Size,S,,,5,,true,9,,unlisted
a,,,M,,,6,,true,9,,
b,B,Size,S,,,5,8,true,,,active
b,,Größe,M,,,6,9,true,,,active
c,C,size,S,Size,Wide,5,8,true,,,active
d,D,,S,,,5,8,true,,,active
d,,,M,,,6,8,true,,,active
`,
  "Shopify: tabs and decimal commas":
    'Handle\tTitle\tBody (HTML)\tVariant Price\tVariant Compare At Price\tTags\tStatus\nuno\tUno\t<p>Él; "ella"</p>\t1.299\t1.499,50\ta,b\tactive\ndos\tDos\t\t12,5\t\t\tactive\n',
  "Shopify: every variant sold out, some not counted, orders go on": `Handle,Title,Option1 Name,Option1 Value,Variant Inventory Tracker,Variant Inventory Qty,Variant Inventory Policy,Variant Price
a,All gone,Size,S,shopify,0,deny,5
a,,,M,shopify,-1,deny,6
b,Some uncounted,Size,S,shopify,0,deny,5
b,,,M,,,deny,6
c,Orders go on,Size,S,shopify,0,continue,5
c,,,M,shopify,0,continue,6
`,
  "WooCommerce: stock of nothing and of 0, all states, kinds the shop does not sell": woo(
    { ...simple, ID: "1", Name: "Zero stock", "In stock?": "1", Stock: "0", "Backorders allowed?": "0" },
    { ...simple, ID: "2", Name: "Empty stock", "In stock?": "1", Stock: "", "Backorders allowed?": "0" },
    { ...simple, ID: "3", Name: "Back", "In stock?": "backorder", Stock: "-2", "Backorders allowed?": "notify" },
    { ...simple, ID: "4", Name: "Draft", Published: "-1", "In stock?": "0", "Backorders allowed?": "0" },
    { ...simple, ID: "5", Name: "Private", Type: "simple, virtual", Published: "0", Stock: "2.5" },
    { ...simple, ID: "6", Name: "Grouped", Type: "grouped", "Regular price": "", "Grouped products": "id:1, id:2" },
    { ...simple, ID: "7", Name: "Elsewhere", Type: "external", "External URL": "https://x.example", "Button text": "Buy" },
    { ...simple, ID: "8", Name: "Subscription", Type: "subscription" },
    { ...simple, ID: "9", Name: "Free", "Regular price": "0" },
    { ...simple, ID: "10", Name: "No price", "Regular price": "" },
    { ...simple, ID: "11", Name: "Hidden", "Visibility in catalog": "hidden" },
  ),
  "WooCommerce: days of a sale as exports and spreadsheets write them": woo(
    { ...sale, ID: "1", Name: "On since 2020", "Date sale price starts": "2020-01-01T00:00:00+00:00" },
    { ...sale, ID: "2", Name: "Not before 2099", "Date sale price starts": "01.06.2099 00:00" },
    { ...sale, ID: "3", Name: "Which day?", "Date sale price starts": "1/2/2020", "Date sale price ends": "1/2/2021" },
    { ...sale, ID: "4", Name: "Over since 2021", "Date sale price ends": "13/2/2021" },
    { ...sale, ID: "5", Name: "A number", "Date sale price ends": "1577836800" },
    { ...sale, ID: "6", Name: "Dearer", "Sale price": "6" },
    { ...sale, ID: "7", Name: "For nothing", "Sale price": "0" },
    { ...sale, ID: "8", Name: "Someday", "Date sale price starts": "soon" },
  ),
  "WooCommerce: commas in categories and values, HTML in names, very deep categories, doubles": woo(
    {
      ...simple,
      ID: "1",
      Name: "Tom&#039;s &quot;Best&quot; <b>Pie</b>",
      Categories: "Food > Pies\\, sweet > Apple, Food, Uncategorized, Food > Pies\\, sweet > Apple",
      ...of("Weight", "1\\,5 kg, 2 kg", "Nobody sees it", "x"),
      "Short description": "<p>Short <strong>one</strong></p>\\n",
      Description: "Line1\\nLine2\\n\\n<strong>Bold</strong>",
      Images: "https://x.example/a,b.jpg, https://x.example/c.jpg",
    },
    { ...simple, ID: "2", SKU: "X", Name: "Deep", Categories: "A > B > C > D > E > F" },
    { ...simple, ID: "3", SKU: "X", Name: "Same SKU" },
    { ...simple, Name: "No number" },
    { ...simple, Name: "No number" },
    { ...simple, ID: "6", Name: "" },
  ),
  "WooCommerce: variations by number and SKU, left open, unpublished, named as in addresses": woo(
    { ID: "10", Type: "variable", SKU: "TEE", Name: "Tee", Published: "1", ...of("Size", "S, M, L", "Colour", "Red, Blue") },
    { ID: "11", Type: "variation", Parent: "TEE", "Regular price": "20", "Sale price": "15", ...of("Size", "S", "Colour", "Red") },
    { ID: "12", Type: "variation", Parent: "id:10", "Regular price": "20", "In stock?": "0", ...of("Size", "M", "Colour", "") },
    { ID: "13", Type: "variation", Parent: "tee", "Regular price": "", ...of("Size", "L", "Colour", "Blue") },
    { ID: "14", Type: "variation, virtual", Published: "0", Parent: "tee", "Regular price": "25", ...of("Size", "L", "Colour", "Red") },
    { ID: "20", Type: "variable", Name: "Alone", Published: "1" },
    { ID: "40", Type: "variable", SKU: "OLD", Name: "Old", Published: "1", ...of("Size", "Extra Large, Small, A, A+") },
    { ID: "41", Type: "variation", Parent: "OLD", "Regular price": "5", ...of("Size", "extra-large") },
    { ID: "42", Type: "variation", Parent: "OLD", "Regular price": "6", ...of("Size", "A+") },
  ),
  "WooCommerce: every variation sold out, or to be ordered all the same": woo(
    { ID: "1", Type: "variable", Name: "All gone", Published: "1", "In stock?": "0", ...of("Size", "S, M") },
    { ID: "2", Type: "variation", Parent: "id:1", "Regular price": "5", "In stock?": "0", ...of("Size", "S") },
    { ID: "3", Type: "variation", Parent: "id:1", "Regular price": "5", "In stock?": "1", Stock: "0", ...of("Size", "M") },
    { ID: "4", Type: "variable", Name: "Orders go on", Published: "1", "In stock?": "0", ...of("Size", "S") },
    { ID: "5", Type: "variation", Parent: "id:4", "Regular price": "5", Stock: "-3", "Backorders allowed?": "notify", ...of("Size", "S") },
  ),
  "WooCommerce: German, with semicolons": `ID;Typ;Artikelnummer;GTIN, UPC, EAN oder ISBN;Name;Veröffentlicht;Ist hervorgehoben?;Sichtbarkeit im Katalog;Kurzbeschreibung;Beschreibung;Datum, an dem Angebotspreis beginnt;Datum, an dem Angebotspreis endet;Steuerstatus;Steuerklasse;Vorrätig?;Lager;Geringe Lagermenge;Lieferrückstände erlaubt?;Nur einzeln verkaufen?;Gewicht (kg);Kundenrezensionen erlauben?;Hinweis zum Kauf;Angebotspreis;Regulärer Preis;Kategorien;Schlagwörter;Versandklasse;Bilder;Downloadlimit;Übergeordnetes Produkt;Gruppierte Produkte;Externe URL;Button-Text;Position;Attribut 1 Name;Attribut 1 Wert(e);Attribut 1 Sichtbar;Attribut 1 Global;Attribut 1 Standard
5;variable;KAFFEE;;Kaffee;1;1;visible;;"Guter Kaffee";;;taxable;reduced-rate;1;;;0;0;;1;;;;"Getränke > Heiß";bio;;;;;;;;0;Gewicht;250 g, 1 kg;1;0;250 g
6;variation;KAFFEE-1;;Kaffee – 250 g;1;0;visible;;;;;taxable;parent;1;4;;0;0;;0;;;7,90;;;;;;KAFFEE;;;;1;Gewicht;250 g;;0;
7;variation;KAFFEE-2;;Kaffee – 1 kg;1;0;visible;;;;;taxable;parent;1;4;;0;0;;0;;24,50;1.027,90;;;;;;KAFFEE;;;;2;Gewicht;1 kg;;0;
`,
  "WooCommerce: French": `ID,Type,UGS,"GTIN, UPC, EAN ou ISBN",Nom,Publié,Mis en avant ?,Visibilité dans le catalogue,Description courte,Description,Date de début de promo,Date de fin de promo,État de la TVA,Classe de TVA,En stock ?,Stock,Montant de stock faible,Autoriser les commandes de produits en rupture ?,Vendre individuellement ?,Poids (kg),Autoriser les avis clients ?,Note de commande,Tarif promo,Tarif régulier,Catégories,Étiquettes,Classe d’expédition,Images,Parent,Groupes de produits,URL externe,Libellé du bouton,Position,Nom de l’attribut 1,Valeur(s) de l’attribut 1,Attribut 1 visible,Attribut 1 global
5,variable,THE,,Thé,1,0,visible,,"Très bon",,,taxable,,1,,,0,0,,1,,,,"Boissons > Chaud",bio,,,,,,,0,Poids,"100 g, 1 kg",1,0
6,variation,,,Thé – 100 g,1,0,visible,,,,,taxable,parent,1,4,,0,0,,0,,,"7,90",,,,,THE,,,,1,Poids,100 g,,0
7,variation,,,Thé – 1 kg,1,0,visible,,,,,taxable,parent,1,4,,0,0,,0,,"20,00","27,90",,,,,id:5,,,,2,Poids,1 kg,,0
`,
  "WooCommerce: Spanish": `ID,Tipo,SKU,Nombre,Publicado,¿Está destacado?,Visibilidad en el catálogo,Descripción corta,Descripción,Día en que empieza el precio rebajado,Día en que termina el precio rebajado,Estado del impuesto,Clase de impuesto,¿Existencias?,Inventario,Cantidad de bajo inventario,¿Permitir reservas de productos agotados?,¿Vendido individualmente?,Peso (kg),¿Permitir valoraciones de clientes?,Nota de compra,Precio rebajado,Precio normal,Categorías,Etiquetas,Clase de envío,Imágenes,Superior,Productos agrupados,URL externa,Texto del botón,Posición,Nombre del atributo 1,Valor(es) del atributo 1,Atributo visible 1,Atributo global 1,Atributo 1 por defecto
5,variable,TE,Té,1,0,visible,,Muy bueno,,,taxable,,1,,,0,0,,1,,,,Bebidas > Caliente,bio,,,,,,,0,Peso,"100 g, 1 kg",1,0,100 g
6,variation,,Té – 100 g,1,0,visible,,,,,taxable,parent,1,4,,0,0,,0,,,"7,90",,,,,TE,,,,1,Peso,100 g,,0,
7,variation,,Té – 1 kg,1,0,visible,,,,,taxable,parent,1,4,,0,0,,0,,,"27,90",,,,,id:5,,,,2,Peso,1 kg,,0,
`,
};
