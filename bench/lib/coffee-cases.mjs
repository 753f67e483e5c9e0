// Names in registers that say nothing but the name: of places that sell no coffee to passers-by, and of those that do.

/** Nobody gets a coffee to go here. */
export const NOT_FOR_PASSERS_BY = `Oak Street Cafeteria
Hill Catering
Finch's Pub
Cafe at Sodexo
Park Hotel (Employee Cafe)
OAK GEN.HOSP./THE PLAZA CAFE
City Hospital - Tower Cafe
Hill College Cafe
Oak University/Parcel 18 Cafe
OAK BUSINESS SCHOOL CAFETE
Finch Harbor Cafe (13th fl.)
Park Cafe @ Sovereign Bank
The Oak Group/Cafe Services
Pad Thai Cafe
Dumpling Cafe Inc.
Winsor DimSum Cafe
Code 10 Restaurant Cafe
ROYAL ROAST BEEF & SEAFOOD
IDEAL CAFE 'D PIZZA
Blue Asia Cafe
Casa Finch Rest. & Bakery
B.U. Oak Tower Cafe
Market by Finch & Emp.Caf.
Finch Cafe & Conference
Sheraton Hill (Pastry/Cafe)`.split("\n");

/** A person has to decide about these. */
export const UNDECIDABLE = `Globe Bar & Cafe
Finch Museum Cafe
Saigon Cafe
Cafeteria La Palma
Sapient Corp. Aramark Coffee Bar
Hill Cafe (4th fl.)`.split("\n");

/** Nobody doubts these. */
export const FOR_PASSERS_BY = `Public Espresso
City Roast
College Street Cafe
University Heights Cafe
Pub Street Coffee
The Grill Coffee House
Hospital Street Coffee
Thai Coffee House
Side Street Cafe
Appleton Bakery & Cafe
Asiago Bagels
Trident Booksellers and Cafe
Barista Parlor
Espresso Bar
Juice & Tea Cafe
Park Square Cafe
Corner Cafe
Bank Street Cafe
Restoration Coffee
Barber's Daughter Coffee
City Hospital/Coffee Central
Left Coast Catering and Cafe
Cafe @ the Bank
Hospital Street Cafe
Side Grounds Cafe & Catering
Hong Kong Bakery
Sheraton Coffee Bar`.split("\n");
