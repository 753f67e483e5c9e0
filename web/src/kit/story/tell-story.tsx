import { useState } from "react";
import type { WrittenStory } from "../../api/your-shop.ts";
import type { Answer } from "../api.ts";
import { StoryForm } from "./story-form.tsx";
import { StoryPhoto } from "./story-photo.tsx";

type OwnStory = NonNullable<Answer<"get", "/api/session">["shops"][number]["story"]>;

interface TellStoryProps {
  slug: string;
  story: OwnStory | null;
  /** Where visitors read it. */
  place?: string;
}

/** The town story, for its author: not written, under review, or published. */
export function TellStory({ slug, story, place = "this page" }: TellStoryProps) {
  const [sent, setSent] = useState<WrittenStory | null>(null);
  const [isEditing, setEditing] = useState(false);
  const isWaiting = story?.status === "pending";
  const isTold = story?.status === "approved";
  return (
    <div className="mt-6 max-w-text">
      <h3 className="font-bold text-lg">Share Your Town's Story</h3>
      {sent !== null ? (
        <>
          {sent.status === "pending" && <Submitted />}
          <StoryForm key="sent" slug={slug} story={sent} isSent />
          {sent.status === "pending" && (
            <StoryPhoto story={sent.id} photoUrl={story?.photoUrl ?? null} />
          )}
        </>
      ) : isWaiting ? (
        <>
          <p className="mt-3">
            Your local story is under review and will be published once approved.
          </p>
          <StoryPhoto story={story.id} photoUrl={story.photoUrl} />
        </>
      ) : isTold && !isEditing ? (
        <p className="mt-3">
          {`Your story is on ${place}. `}
          <button type="button" className="link" onClick={() => setEditing(true)}>
            Change it
          </button>
        </p>
      ) : (
        <>
          <p className="mt-2 text-soft">
            {story === null
              ? "Two or three sentences only a local could write. We read every story before it's published."
              : isTold
                ? "Visitors keep seeing the current story until we've read the new one."
                : "Your last story wasn't published. You can change it and send it again."}
          </p>
          {story?.reason && (
            <figure className="form-note">
              <figcaption className="font-bold">Why it wasn't published</figcaption>
              <blockquote className="mt-1 whitespace-pre-line">{story.reason}</blockquote>
            </figure>
          )}
          {story?.photoUrl && (
            <p className="mt-2 text-soft">
              Your story keeps its photo. You can add a different one after you submit.
            </p>
          )}
          <StoryForm slug={slug} story={story} isEdit={isTold} done={setSent} />
        </>
      )}
    </div>
  );
}

function Submitted() {
  return (
    <p className="mt-3 flex flex-wrap items-center gap-3" role="status">
      <span className="font-bold">Story Submitted</span>
      <span className="badge badge-blue">Under review by our team</span>
    </p>
  );
}
