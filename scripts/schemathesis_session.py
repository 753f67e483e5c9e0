"""Signs in at a server that runs with --demo, for scripts/schemathesis.sh: prints the session's cookie and a shop's slug.

usage: schemathesis_session.py administrator|owner ADDRESS DATA_FOLDER PASSWORD
"""

import json
import re
import sys
import time
import urllib.request
from pathlib import Path

OWNER = "owner@schemathesis.example"


def ask(address, path, body=None, cookie=""):
    request = urllib.request.Request(address + path)
    if body is not None:
        request.data = json.dumps(body).encode()
        request.add_header("content-type", "application/json")
    if cookie:
        request.add_header("cookie", cookie)
    with urllib.request.urlopen(request) as answer:
        cookies = answer.headers.get_all("set-cookie") or []
        given = "; ".join(one.split(";")[0] for one in cookies)
        return json.load(answer), given


def code_from_mail(folder):
    for _ in range(100):
        for mail in sorted((folder / "mail").glob("*.eml")):
            text = mail.read_text(errors="replace")
            code = re.search(r"^\s*(\d{3}[ -]?\d{3})\s*$", text, re.MULTILINE)
            if OWNER in text and code:
                return code.group(1)
        time.sleep(0.2)
    sys.exit("no mail with a code came")


def administrator(address, password):
    return ask(address, "/api/admin/login", {"password": password})[1]


def owner(address, folder, password, slug):
    """Claims the shop, confirms the address by the mail's code, and has the administrator approve."""
    claim = {
        "ownerName": "Ann Owner",
        "ownerEmail": OWNER,
        "ownerPhone": "318-555-0100",
        "businessRole": "Owner",
        "ownerDescription": "A shop with a brass machine and a porch, open since last spring.",
        "afterMillis": 60000,
    }
    opened, _ = ask(address, f"/api/coffee-shops/{slug}/claim", claim)
    code = code_from_mail(folder)
    _, cookie = ask(address, f"/api/claims/{opened['id']}/confirm", {"code": code})
    decided = administrator(address, password)
    ask(address, f"/api/admin/business-claims/{opened['id']}/approve", {}, decided)
    return cookie


def main():
    who, address, folder, password = sys.argv[1:5]
    shops, _ = ask(address, "/api/coffee-shops/recent")
    slug = shops[0]["slug"]
    cookie = (
        administrator(address, password)
        if who == "administrator"
        else owner(address, Path(folder), password, slug)
    )
    print(cookie, slug, sep="\t")


main()
