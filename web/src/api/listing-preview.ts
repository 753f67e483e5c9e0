/** The calls of listing and claiming, until the server's description has them. */

interface Call<Body, Answer, Path = undefined> {
  parameters: { query?: never; header?: never; path: Path; cookie?: never };
  requestBody: { content: { "application/json": Body } };
  responses: { 200: { content: { "application/json": Answer } } };
}
interface Post<Body, Answer, Path = undefined> {
  post: Path extends undefined ? Omit<Call<Body, Answer>, "parameters"> : Call<Body, Answer, Path>;
}

export interface ListingBody {
  name: string;
  address: string;
  zipCode: string;
  description?: string | null;
  phone?: string | null;
  website?: string | null;
  hours?: string | null;
  imageUrl?: string | null;
  ownerName: string;
  ownerEmail: string;
  latitude?: number | null;
  longitude?: number | null;
  differentFrom?: string[];
  homepage?: string;
  afterMillis?: number | null;
}
interface Listed {
  id: string;
  slug: string;
  name: string;
  url: string;
  alreadyListed: boolean;
  unconfirmedReason: string | null;
  confirmationSentTo: string | null;
}
interface HoursRead {
  understood: boolean;
  openingHours: string | null;
  message: string;
}
interface ZipCode {
  zipCode: string;
  cityName: string;
  state: string;
  citySlug: string;
  latitude: number;
  longitude: number;
}
interface ConfirmedListing {
  id: string;
  slug: string;
  name: string;
  role: "submitter" | "owner" | null;
  claimId: string | null;
}
interface ConfirmedClaim {
  id: string;
  slug: string;
  shopName: string;
  status: string;
  message: string;
}
interface HandOver {
  id: string;
  slug: string;
  shopName: string;
  ownerConfirmed: boolean;
  newOwnerConfirmed: boolean;
  done: boolean;
}
interface Id {
  id: string;
}

declare module "./schema.gen.ts" {
  interface paths {
    "/api/coffee-shops": Post<ListingBody, Listed>;
    "/api/opening-hours/read": Post<{ hours: string }, HoursRead>;
    "/api/zip-codes/{zipCode}": {
      get: {
        parameters: { query?: never; path: { zipCode: string } };
        responses: { 200: { content: { "application/json": ZipCode } } };
      };
    };
    "/api/listing-objections": Post<
      { kind: "chain" | "duplicate"; listing: ListingBody; explanation: string },
      { id: string; message: string }
    >;
    "/api/listings/{id}/confirm": Post<{ code?: string }, ConfirmedListing, Id>;
    "/api/listings/confirm-link": Post<{ token: string }, ConfirmedListing>;
    "/api/listings/{id}/resend": Post<{ ownerEmail: string }, { message: string }, Id>;
    "/api/coffee-shops/{slugOrId}/claim": Post<
      {
        ownerName: string;
        ownerEmail: string;
        ownerPhone?: string | null;
        businessRole: string;
        verificationMethod?: string;
        additionalInfo?: string | null;
        ownerDescription: string;
        isOpenAgain?: boolean;
        homepage?: string;
        afterMillis?: number | null;
      },
      { id: string; status: string; message: string; codeSentTo: string | null },
      { slugOrId: string }
    >;
    "/api/claims/{id}/confirm": Post<{ code?: string }, ConfirmedClaim, Id>;
    "/api/claims/confirm-link": Post<{ token: string }, ConfirmedClaim>;
    "/api/claims/{id}/resend": Post<{ ownerEmail: string }, { message: string }, Id>;
    "/api/hand-overs/confirm-link": Post<{ token: string }, HandOver>;
    "/api/takedown-requests": Post<
      { shop: string; reason: string; details: string; name?: string; email: string },
      { id: string; message: string }
    >;
  }
}
